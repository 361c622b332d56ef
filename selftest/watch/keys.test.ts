import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, commandIn, readCommands } from '../../harness/watch/keys.js'

test('a line is a word or names of checks', () => {
  assert.deepEqual(commandIn(' failing\r'), { kind: 'failing' })
  assert.deepEqual(commandIn('a'), { kind: 'all' })
  assert.deepEqual(commandIn('audience.two, replay.*'), { kind: 'checks', names: ['audience.two', 'replay.*'] })
  assert.equal(commandIn('  '), undefined)
})

test('keys of a terminal are heard at once, and a name after c', async () => {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (mode: boolean) => modes.push(mode) })
  const heard: Command[] = []
  const shown: string[] = []
  const end = readCommands(
    input as unknown as NodeJS.ReadStream,
    (command) => void heard.push(command),
    (text) => void shown.push(text),
  )
  // The last is typed in vain: escape.
  input.write('xfcaudience.twp\u007fo\rac')
  await sleep(20)
  input.write('all')
  await sleep(20)
  input.write('\u001b')
  await sleep(700)
  input.write('q')
  await sleep(20)
  end()
  assert.deepEqual(heard, [
    { kind: 'failing' },
    { kind: 'checks', names: ['audience.two'] },
    { kind: 'all' },
    { kind: 'quit' },
  ])
  assert.ok(shown.join('').includes('check: audience.two'))
  assert.deepEqual(modes, [true, false])
})
