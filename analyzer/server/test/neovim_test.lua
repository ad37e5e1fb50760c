-- Run inside Neovim by neovim_test.py, with the file open: ends with 0 when the
-- diagnostic came, the action was applied, and the diagnostic went.
local rule = 'gpu-uncoalesced-global-access'
local buffer = vim.api.nvim_get_current_buf()

local function fail(text)
  io.stderr:write('failed: ' .. text .. '\n')
  vim.cmd('cquit 1')
end

local function wait_for(what, done)
  if not vim.wait(60000, done, 20) then
    fail('no ' .. what .. ': ' .. vim.inspect(vim.diagnostic.get(buffer)))
  end
end

local function test()
  local client = vim.lsp.start_client({
    name = 'warp-tidy',
    cmd = { vim.g.server, 'lsp', '--cuda-path=none' },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(buffer, client)

  wait_for('diagnostic', function() return #vim.diagnostic.get(buffer) == 1 end)
  local found = vim.diagnostic.get(buffer)[1]
  local line = vim.api.nvim_buf_get_lines(buffer, found.lnum, found.lnum + 1, false)[1]
  -- Neovim's columns are bytes again.
  local text = line:sub(found.col + 1, found.end_col)
  if found.lnum ~= 2 or text ~= 'in[2 * i]' or found.code ~= rule then
    fail('another diagnostic: ' .. vim.inspect(found))
  end

  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  local hover = vim.lsp.buf_request_sync(buffer, 'textDocument/hover',
    vim.lsp.util.make_position_params(), 10000)[client]
  if not hover.result.contents.value:find('8 sectors a request, 4 suffice', 1, true) then
    fail('another hover: ' .. vim.inspect(hover))
  end

  vim.ui.select = function(items, _, choose)
    if #items ~= 1 then fail('other actions: ' .. vim.inspect(items)) end
    choose(items[1], 1)
  end
  vim.lsp.buf.code_action()
  wait_for('edit', function()
    return vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1] == '  // NOLINTNEXTLINE(' .. rule .. ')'
  end)
  wait_for('end of the diagnostic', function() return #vim.diagnostic.get(buffer) == 0 end)

  vim.lsp.stop_client(client)
  if not vim.wait(10000, function() return vim.lsp.client_is_stopped(client) end, 20) then
    fail('the server did not stop')
  end
end

local passed, why = pcall(test)
if not passed then fail(tostring(why)) end
vim.cmd('qall!')
