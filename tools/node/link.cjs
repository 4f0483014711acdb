/**
 * Links node_modules/.bin/node to the Node of this platform's package. npm 11 creates the link. npm 10 removes it
 * together with the packages of other platforms, which have the same name.
 */
const { existsSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const isWindows = process.platform === 'win32'
const modules = join(__dirname, '..', '..', 'node_modules')
const link = join(modules, '.bin', isWindows ? 'node.cmd' : 'node')

for (const prefix of ['node', 'node-bin']) {
  const name = `${prefix}-${isWindows ? 'win' : process.platform}-${process.arch}`
  const program = join('..', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(join(modules, '.bin', program))) continue
  rmSync(link, { force: true })
  if (isWindows) writeFileSync(link, `@"%~dp0\\${program}" %*\r\n`)
  else symlinkSync(program, link)
}
