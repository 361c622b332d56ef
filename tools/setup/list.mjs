// The list of checks belongs to the build; with it no command has to load the suites to know them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.mjs'
import { changedAt, markOf } from './compile.mjs'
import { SetUpFailed, say } from './say.mjs'

const program = (root) => join(root, 'dist', 'harness', 'cli', 'keep-list.js')

/** Whether the list is younger than the build. */
export const isListed = (root) =>
  !existsSync(program(root)) || changedAt(join(root, 'dist', 'checks.json')) > changedAt(markOf(root))

/** Lists the checks. Throws when a check is badly described. */
export async function list(root) {
  const { code, error, output } = await command(process.execPath, [program(root)], { cwd: root })
  if (code === 0) return
  say(`${output.trimEnd()}${error ? error.message : ''}`)
  throw new SetUpFailed('The checks cannot be listed; why stands above.', 4)
}
