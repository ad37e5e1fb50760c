//===- FileComments.cpp - The comments of one file ------------------------===//
// Runs Clang's raw lexer over a buffer: string literals, line continuations and
// preprocessor lines are told apart from comments as the compiler does.
//===----------------------------------------------------------------------===//
#include "launch/FileComments.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace warptidy;

FileComments::FileComments(FileID File, const SourceManager &SM,
                           const LangOptions &Options) {
  std::optional<llvm::StringRef> Buffer = SM.getBufferDataOrNone(File);
  if (!Buffer)
    return;
  Lexer Lex(SM.getLocForStartOfFile(File), Options, Buffer->begin(),
            Buffer->begin(), Buffer->end());
  Lex.SetCommentRetentionState(true);
  unsigned Nesting = 0;
  bool AfterHash = false;
  Token Tok;
  for (Lex.LexFromRawLexer(Tok); Tok.isNot(tok::eof);
       Lex.LexFromRawLexer(Tok)) {
    unsigned Offset = SM.getFileOffset(Tok.getLocation());
    unsigned Last = Offset + std::max(Tok.getLength(), 1u) - 1;
    unsigned Line = SM.getLineNumber(File, Offset);
    unsigned EndLine = SM.getLineNumber(File, Last);
    llvm::StringRef Text = Buffer->substr(Offset, Tok.getLength());
    if (Tok.is(tok::comment)) {
      Comments.push_back({Tok.getLocation(), Tok.getEndLoc(), Line, EndLine,
                          Text, Nesting > 0});
      continue;
    }
    for (unsigned L = Line; L <= EndLine; ++L)
      CodeLines.insert(L);
    if (AfterHash && Tok.is(tok::raw_identifier)) {
      if (Text.starts_with("if"))
        ++Nesting;
      else if (Text == "endif" && Nesting)
        --Nesting;
    }
    AfterHash = Tok.is(tok::hash) && Tok.isAtStartOfLine();
  }
}

std::vector<size_t> FileComments::at(unsigned First, unsigned Last) const {
  std::vector<size_t> Found;
  unsigned Above = First; // The first line of what is directly above.
  for (size_t I = Comments.size(); I-- > 0;) {
    const Comment &C = Comments[I];
    bool Alone = !CodeLines.contains(C.Line) && !CodeLines.contains(C.EndLine);
    if (C.Line >= First && C.Line <= Last) {
      Found.push_back(I);
    } else if (Alone && C.EndLine < First && C.EndLine + 1 >= Above) {
      Above = C.Line;
      Found.push_back(I);
    }
  }
  return {Found.rbegin(), Found.rend()};
}
