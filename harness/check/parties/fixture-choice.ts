import { isSameKey } from '../../../ca/index.js'
import type { Guise } from '../../guises/types.js'
import type { Mutation, Party } from '../../mutations/types.js'
import { type Fixture, isSoundClient } from '../../target/kit/fixtures.js'
import { formIn, soundIn } from './fixture-forms.js'
import { type Guised, keysOf } from './parties.js'

/** Which of a kit's fixtures stands in for a party: by its guise, by what is wrong with it, by what it holds. */
export function fixtureChoice(all: readonly Fixture[]) {
  const fixtures = all.filter(({ use }) => use === undefined)
  const usual = fixtures.filter(({ form }) => form === undefined)
  const soundOnes = fixtures.filter(isSoundClient)
  let next = Math.floor(Math.random() * soundOnes.length)
  const nextSound = (beside: readonly Party[]): Fixture | undefined => {
    const keys = keysOf(beside)
    for (let tried = 0; tried < soundOnes.length; tried += 1) {
      const fixture = soundOnes[next++ % soundOnes.length]
      if (fixture && !keys.some((key) => isSameKey(key, fixture.party.certified.key))) return fixture
    }
    return undefined
  }
  /** The first party of a check, which sends its messages, is certified as its guise says. */
  const guisedOne = ({ guise, place }: Guised): Fixture | 'usual' | undefined => {
    const wanted = place === 0 ? soundIn(guise) : 'usual'
    if (wanted === undefined || wanted === 'usual') return wanted
    return fixtures.find(
      ({ status, kind, form }) => status === 'Active' && kind === wanted.kind && form === wanted.form,
    )
  }
  const inForm = (guise: Guise | undefined): readonly Fixture[] => {
    const wanted = guise && formIn(guise)
    return wanted === undefined ? [] : fixtures.filter(({ form }) => form === wanted)
  }
  const pick = (mutation: Mutation | undefined, beside: readonly Party[], guise?: Guise): Fixture | undefined => {
    if (mutation === undefined) return nextSound(beside)
    // Those of the form of a guise first, as far as there are some.
    const candidates = [...inForm(guise), ...usual]
    if (mutation.entry === 'certificate')
      return candidates.find(({ kind, status }) => kind === mutation.kind && status === 'Active')
    if (mutation.entry === 'record')
      return (
        candidates.find(({ status, kind }) => kind === 'sound' && mutation.name === `status ${status}`) ??
        all.find(({ use }) => mutation.name === use)
      )
    return undefined
  }
  /** Who holds another certificate than the one that the target must not know. */
  const holder = (
    { of }: Extract<Mutation, { entry: 'certificate' }>,
    beside: readonly Party[],
  ): Fixture | undefined => (of === undefined ? nextSound(beside) : all.find(({ use }) => use === of))
  return { guisedOne, pick, holder }
}
