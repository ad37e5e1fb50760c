//===- Frames.h - Messages out of a stream ----------------------*- C++ -*-===//
// Reads the frames of the protocol. Unlike the library's reader it finds the
// next frame after one that is broken, where nothing but the text
// "Content-Length:" can tell where a frame begins.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_FRAMES_H
#define WARPTIDY_SERVER_FRAMES_H

#include <cstdio>
#include <optional>
#include <string>

namespace warptidy {

/// The text of the next message, nothing at the end of the input.
std::optional<std::string> readFrame(std::FILE *In);

} // namespace warptidy

#endif
