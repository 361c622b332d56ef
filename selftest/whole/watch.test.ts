import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { evidencePath, readEvidence } from '../../harness/evidence/store.js'
import { freePort } from '../../harness/target/process/base-url.js'
import { referenceDocument } from '../../harness/target/reference-target.js'
import {
  assertNothingLeft,
  assertOneSentence,
  assertPlain,
  compiled,
  sandbox,
  targetFile,
  until,
} from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

const only = ['--only', 'client.own-assertion', '--profile', 'quick', '--strict']

/** A reference ServiceProvider with the fault that a file names, as a target that is being written. */
function written(name: string, fault: string, baseUrl?: string): { readonly file: string; readonly source: string } {
  const source = box.write(`${name}.fault`, fault)
  const document = referenceDocument('ServiceProvider')
  const file = targetFile(box, `${name}.json`, {
    ...document,
    target: { ...document.target, name, ...(baseUrl && { baseUrl }) },
    launch: { command: `ASSAY_FAULT="$(cat ${name}.fault)" ${document.launch.command}` },
    watch: { paths: [`${name}.fault`] },
  })
  return { file, source }
}

/** Puts another text in the place of a file's at once, so that a busy machine sees no half of it. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}

/** A watch that takes lines from a file that grows. */
function watching(file: string, flags: readonly string[]) {
  const lines = box.write(`lines-${readdirSync(box.folder).length}`, '')
  const command = [process.execPath, compiled('harness/cli/main.js'), 'watch', '--config', file, ...flags]
  const running = box.startShell(`tail -f ${lines} | ${command.map((word) => `'${word}'`).join(' ')}`)
  return { running, say: (line: string) => appendFileSync(lines, `${line}\n`) }
}

const quit = async (watch: ReturnType<typeof watching>): Promise<string> => {
  watch.say('quit')
  return (await endedWithTail(watch)).stdout
}

/** `tail -f` ends when it has something more to say to nobody. */
async function endedWithTail({ running }: ReturnType<typeof watching>) {
  const isOver = (): boolean =>
    box.processes().every(({ command }) => !command.includes(' watch ') || command.startsWith('/bin/sh'))
  await until(isOver, 60_000)
  for (const { pid, command } of box.processes()) if (command.startsWith('tail ')) process.kill(pid)
  return running.ended
}

/** Folders of rounds and evidence that a watch keeps. */
const keptFolders = (): readonly string[] =>
  box
    .temporary()
    .flatMap((name) => readdirSync(join(box.folder, 'tmp', name)).filter((one) => /^(round|kept)-/.test(one)))

test('a target with a fault is red, and green once it is mended, in one watch; a round without a change says the same', async () => {
  const { file, source } = written('mended', 'sends-clients-assertion')
  const watch = watching(file, only)
  await watch.running.says('Round 1: 1 check is not green; ')
  replace(source, '')
  await watch.running.says('Round 2: 1 check turned green, everything is green; ')
  for (let round = 3; round < 6; round += 1) {
    watch.say('client.own-assertion')
    await watch.running.says(`Round ${round}: everything is green; `)
    assert.deepEqual(
      keptFolders().map((name) => name.split('-')[0]),
      ['kept'],
    )
  }
  // Broken, so that it does not come up at all; then with the fault once more.
  replace(source, 'no-such-fault')
  await watch.running.says('Round 6: nothing was judged')
  replace(source, 'sends-clients-assertion')
  await watch.running.says('Round 7: 1 check turned red, 1 check is not green; ')
  const said = await quit(watch)
  const verdicts = said.match(/^ {2}. \w+(?= .*\[client\.own-assertion\]$)/gm)?.map((line) => line.trim())
  // The one that turns red is shown at large, too, as the first one was.
  const [red, green] = ['✕ Fail', '✓ Pass']
  assert.deepEqual(verdicts, [red, red, green, green, green, green, red, red])
  assert.match(said, /^assay: "mended" ended before it was ready/m)
  assertPlain(said)
  await assertNothingLeft(box)
})

test('what the target printed in a round stands with the evidence that a page shows, without secrets', async () => {
  const file = targetFile(box, 'talking.json', {
    target: { name: 'talking', roles: ['ServiceProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/talking.js')}` },
  })
  const watch = watching(file, ['--only', 'audience.two', '--profile', 'quick'])
  await watch.running.says('Round 1: everything is green; ')
  const [kept = ''] = box.temporary().map((name) => join(box.folder, 'tmp', name))
  const [folder = ''] = keptFolders()
  const { printed } = readEvidence(join(kept, folder), evidencePath('talking', 'ServiceProvider', 'audience.two')) ?? {}
  const text = printed?.lines.join('\n') ?? ''
  assert.match(text, /^answers 40\d$/m)
  assert.doesNotMatch(text, /PRIVATE KEY|"access_token":"[^‹]/)
  await quit(watch)
  await assertNothingLeft(box)
})

test('a target that never comes up is said, and waited for without end', async () => {
  const file = targetFile(box, 'silent.json', {
    target: { name: 'silent', roles: ['ServiceProvider'] },
    launch: { command: 'exec sleep 60', readyTimeoutSeconds: 1 },
  })
  const watch = watching(file, only)
  await watch.running.says('Round 1: nothing was judged')
  watch.say('all')
  await watch.running.says('Round 2: nothing was judged')
  assert.match(await quit(watch), /^assay: "silent" did not answer at /m)
  await assertNothingLeft(box)
})

test('a second watch of a target at a fixed address ends with a sentence; a watch that is killed leaves no process', async () => {
  const { file } = written('fixed', '', `http://127.0.0.1:${await freePort()}`)
  const watch = watching(file, only)
  await watch.running.says('Round 1: everything is green; ')
  await assertOneSentence(
    box.start(['watch', '--config', file, ...only]).ended,
    /^assay: Something listens at .* already, so "fixed" cannot be started there/,
  )
  const own = box.processes().find(({ command }) => command.includes('main.js watch'))
  process.kill(own?.pid ?? 0, 'SIGKILL')
  await endedWithTail(watch)
  await until(() => box.processes().length === 0, 20_000)
  assert.deepEqual(box.processes(), [])
})
