// Starts `warp-tidy lsp` for CUDA files and passes the settings on to it.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

/** What the server knows under "warpTidy"; where the program is, it knows. */
function settings() {
  const all = vscode.workspace.getConfiguration('warpTidy');
  return {
    options: all.get('options'),
    inlayHints: all.get('inlayHints'),
    debounceMilliseconds: all.get('debounceMilliseconds'),
  };
}

function activate(context) {
  const command = vscode.workspace.getConfiguration('warpTidy').get('path');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    'warpTidy',
    'warp-tidy',
    { command, args: ['lsp'], options: { cwd: folder } },
    {
      documentSelector: [
        { scheme: 'file', pattern: '**/*.{cu,cuh}' },
        { scheme: 'file', language: 'cuda-cpp' },
      ],
      initializationOptions: settings(),
    },
  );
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('warpTidy'))
        client.sendNotification('workspace/didChangeConfiguration', { settings: settings() });
    }),
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
