import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellsOf, missing, type Said, surprise } from './cells.js'
import { checks, played, two } from './matrix-fixture.js'
import { faultless, namedPairings, type Pairing } from './pairing.js'
import { outcomeOf, proofPairings, stepsOf } from './proof.js'

describe('a cell of the kill matrix', () => {
  const [named] = namedPairings([two]) as [Pairing]
  const foreign: Pairing = { ...named, faults: ['accepts-replay'], named: false }

  it('is a surprise where a fault that is named goes unnoticed', () => {
    const [cell] = cellsOf(
      [named],
      played([named, faultless(named)], () => 'pass'),
    )
    assert.match((cell && surprise(cell)) ?? '', /goes unnoticed/)
  })

  it('is none where the check turns red, and a surprise where one does that does not name the fault', () => {
    const red = (one: Pairing) => (one.faults.length > 0 ? ('fail' as const) : ('pass' as const))
    const [noticed] = cellsOf([named], played([named, faultless(named)], red))
    const [stranger] = cellsOf([foreign], played([foreign, faultless(foreign)], red))
    assert.equal(noticed && surprise(noticed), undefined)
    assert.match((stranger && surprise(stranger)) ?? '', /is noticed/)
  })

  it('is a surprise where the check could not be judged under the fault that it names', () => {
    const [cell] = cellsOf(
      [named],
      played([named, faultless(named)], (one) => (one.faults.length > 0 ? 'inconclusive' : 'pass')),
    )
    assert.match((cell && surprise(cell)) ?? '', /goes unnoticed/)
  })

  it('is none in company where anything is seen, and a surprise where nothing is', () => {
    const company: Pairing = { ...named, faults: ['accepts-two-audiences', 'accepts-replay'] }
    const of = (verdict: Said['verdict']) => {
      const so = played([company, faultless(company)], (one) => (one.faults.length > 0 ? verdict : 'pass'))
      assert.deepEqual(missing([company], so), [])
      const [cell] = cellsOf([company], so)
      return cell && surprise(cell)
    }
    assert.equal(of('fail'), undefined)
    assert.equal(of('inconclusive'), undefined)
    assert.match(of('pass') ?? '', /goes unnoticed/)
  })

  it('asks for each fault alone where several together changed a check', () => {
    const several: Pairing = { ...foreign, faults: ['accepts-replay', 'accepts-two-audiences'] }
    const so = played([several, faultless(several)], (one) => (one.faults.length > 0 ? 'fail' : 'pass'))
    assert.deepEqual(
      missing([several], so).map(({ faults: names }) => names),
      [['accepts-replay'], ['accepts-two-audiences']],
    )
  })
})

describe('the proof of a check', () => {
  const wanted = proofPairings(two, checks)
  const judge = (says: (pairing: Pairing) => Said['verdict'] | undefined) =>
    outcomeOf(stepsOf(two, wanted, played([...wanted, ...wanted.map(faultless)], says)))
  const named = (one: Pairing): boolean => one.check === two.id && one.faults.length > 0

  it('holds where the check passes, notices its faults, and no other changes', () => {
    assert.equal(
      judge((one) => (named(one) ? 'fail' : 'pass')),
      'proved',
    )
    assert.equal(
      judge((one) => (named(one) ? 'finding' : 'pass')),
      'proved',
    )
  })

  it('fails where a fault goes unnoticed, where the check fails the reference, and where another check changes', () => {
    assert.equal(
      judge(() => 'pass'),
      'not proved',
    )
    assert.equal(
      judge((one) => (one.check === two.id ? 'fail' : 'pass')),
      'not proved',
    )
    assert.equal(
      judge((one) => (named(one) || (one.check !== two.id && one.faults.length > 0) ? 'fail' : 'pass')),
      'not proved',
    )
  })

  it('is open where something was not played or could not be judged', () => {
    assert.equal(
      judge((one) => (named(one) ? 'inconclusive' : 'pass')),
      'unjudged',
    )
    assert.equal(
      judge(() => undefined),
      'unjudged',
    )
    assert.equal(
      judge((one) => (one.check !== two.id ? undefined : named(one) ? 'fail' : 'pass')),
      'unjudged',
    )
  })
})
