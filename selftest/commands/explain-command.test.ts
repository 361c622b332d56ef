import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { requirements } from '../../requirements/index.js'
import { roles } from '../../requirements/types.js'
import { assertOneSentence, type Ended, type Sandbox, sandbox } from '../stage/assay-command.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const assay = (...args: readonly string[]): Promise<Ended> => box.start(args).ended

describe('assay explain', () => {
  it('tells a requirement with clause, reason, remedy and checks', async () => {
    const { code, stdout } = await assay('explain', 'ASSERTION-SINGLE-AUD')
    assert.equal(code, 0)
    const rule = requirements.find(({ id }) => id === 'ASSERTION-SINGLE-AUD')
    const text = stdout.replace(/\s+/g, ' ')
    for (const part of [rule?.text, rule?.remedy, 'lines 263', 'It decides', 'audience.two: refuses', 'AUD-03'])
      assert.ok(text.includes(part as string), part)
  })
  it('tells a check and a catalogue case', async () => {
    const check = (await assay('explain', 'audience.missing')).stdout
    assert.match(check, /ASSERTION-AUD: /)
    assert.match(check, /related +audience\./)
    const row = (await assay('explain', 'HTTP-01')).stdout
    assert.match(row, /expected +refuse/)
    assert.match(row, /http\.get-query: refuses GET/)
    assert.match(row.replace(/\s+/g, ' '), /Seen elsewhere: spring-security-oauth #327/)
  })
  it('suggests the nearest ids', async () => {
    await assertOneSentence(assay('explain', 'asertion-single-aud'), /Did you mean ASSERTION-SINGLE-AUD/)
  })
})

describe('assay list', () => {
  it('counts the checks and rules of each role', async () => {
    const { roles: counts } = JSON.parse((await assay('list', '--roles', '--json')).stdout) as {
      roles: { role: string; asServer: number; asClient: number; rulesChecked: number }[]
    }
    assert.deepEqual(
      counts.map(({ role }) => role),
      [...roles],
    )
    const consumer = counts.find(({ role }) => role === 'ServiceConsumer')
    assert.ok(consumer && consumer.asServer === 0 && consumer.asClient > 20 && consumer.rulesChecked > 10)
    assert.match(
      (await assay('list', '--roles')).stdout,
      /^role +checks as server +as client .*\nEntitledParty +\d+ +\d+ /,
    )
  })

  it('finds checks, cases and requirements by words', async () => {
    const found = async (...words: string[]) => (await assay('list', ...words)).stdout
    assert.match(
      await found('Itself', 'another', 'participant'),
      /^Checks\n.*audience\.two \(must, ASSERTION-SINGLE-AUD\): /s,
    )
    assert.match(await found('aud-03'), /^Cases\nAUD-03 \(must\): .*\n {4}audience\.two$/m)
    assert.match(await found('assertion-single-aud'), /^Requirements\nASSERTION-SINGLE-AUD \(must\): /m)
    assert.equal(
      await found('no', 'such', 'words'),
      'No check, case or requirement holds no and such and words: try fewer words.\n',
    )
  })
})
