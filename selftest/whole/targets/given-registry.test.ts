import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pem, reference } from '../../../ca/index.js'
import type { CertifiedKey } from '../../../ca/types.js'
import type { Results } from '../../../harness/contracts/results.js'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import type { RunningLab } from '../../stage/lab-fixture.js'
import { openLab, target as targetId, writeReferenceKit } from '../../stage/reference-fixture.js'

// A registry whose data are what they are: nobody provisions it, and the target file says what its parties are.

const box = sandbox()
let scheme: RunningLab
/** Of each identity, by what it is: its entry of the target file. */
const entries = new Map<
  string,
  { readonly partyId: string; readonly key: string; readonly chain: string; readonly is?: string }
>()

before(async () => {
  scheme = await openLab()
  const held: { partyId: string; status: string; certified: CertifiedKey }[] = []
  const add = async (what: string, { kind = '', status = 'Active', known = true, is = '', id = '' } = {}) => {
    const scope = randomUUID()
    const partyId = id || `did:example:${what.replaceAll(' ', '-')}`
    const revocation = { base: scheme.world.http, scope }
    const certified = await scheme.authority.issue({ partyId, revocation, ...(kind && { kind }) })
    if (known) held.push({ partyId, status, certified })
    entries.set(what, {
      partyId,
      key: box.write(`${what}.key`, certified.key.export({ type: 'pkcs8', format: 'pem' }).toString()),
      chain: box.write(`${what}.pem`, certified.chain.map(pem).join('')),
      ...(is && { is }),
    })
    return { scope, serial: reference(certified.chain[0] ?? Buffer.alloc(0)).serial }
  }
  for (const what of ['one', 'two', 'three', 'four']) await add(what)
  await add('suspended', { status: 'Suspended', is: 'suspended' })
  await add('unknown', { known: false, is: 'unknown' })
  await add('expired', { kind: 'expired-leaf', is: 'certificate expired' })
  await add('second', { id: 'did:example:one', is: 'second certificate of did:example:one' })
  const { scope, serial } = await add('revoked', { kind: 'revoked-on-crl', is: 'certificate revoked' })
  await scheme.lab.revocation({ scope, revoked: [serial] })
  await writeReferenceKit(scheme, join(box.folder, 'kit'), held)
  // One party registers two certificates.
  const file = join(box.folder, 'kit', 'kit.json')
  const kit = JSON.parse(readFileSync(file, 'utf8')) as { parties: { partyId: string; certificates: string[] }[] }
  const second = kit.parties.findLastIndex(({ partyId }) => partyId === 'did:example:one')
  kit.parties[0]?.certificates.push(...(kit.parties.splice(second, 1)[0]?.certificates ?? []))
  writeFileSync(file, JSON.stringify(kit))
  const roots = await scheme.authority.trustedRoots()
  writeFileSync(join(box.folder, 'roots.pem'), roots.map((root) => root.pem).join(''))
})
after(async () => {
  await scheme.close()
  box.remove()
})

/** Certifies that registry with these identities given. */
async function certified(
  name: string,
  given: readonly string[],
  only: readonly string[],
  fault = '',
): Promise<Results> {
  const reference = compiled('harness/reference/main.js')
  const file = targetFile(box, `${name}.json`, {
    target: { name: 'given', roles: ['ParticipantRegistry'], partyId: targetId },
    launch: {
      command: `ASSAY_KIT=${join(box.folder, 'kit')} exec ${process.execPath} ${reference} ParticipantRegistry`,
      env: { ASSAY_FAULT: fault },
    },
    participants: given.map((what) => entries.get(what)),
    trust: { roots: ['./roots.pem'] },
  })
  const out = join(box.folder, name)
  const args = ['certify', '--config', file, '--out', out, '--guises', 'none', ...only.flatMap((id) => ['--only', id])]
  return resultsOf(await box.start(args).ended, out)
}

const sound = ['one', 'two', 'three']
/** Each check that a given identity opens, and the fault that it has to notice with it. */
const opened = {
  'registry.status-suspended': 'ignores-status',
  'lookup.status-suspended': 'reports-suspended-as-active',
  'lookup.unknown': 'invents-unknown-party',
  'certificate.expired': 'accepts-expired-leaf',
  'certificate.revoked-on-crl': 'accepts-listed-certificate',
  'lookup.second-certificate': 'reads-first-certificate',
}
const ids = Object.keys(opened)
const all = [...sound, 'suspended', 'unknown', 'expired', 'revoked', 'second']
const verdictsOf = ({ checks }: Results) =>
  Object.fromEntries(
    checks.filter(({ id }) => ids.includes(id)).map(({ id, verdict, reason }) => [id, `${verdict}: ${reason}`]),
  )

test('says which identity opens a check, plays it with that, and lists the statement as an assumption', async () => {
  for (const [id, said] of Object.entries(verdictsOf(await certified('few', sound, ids))))
    assert.match(
      said,
      /^not-testable: The target file names `participants`, none of which is this: give one with "is: /,
      id,
    )
  const results = await certified('all', all, ids)
  for (const [id, said] of Object.entries(verdictsOf(results))) assert.match(said, /^pass: /, `${id} ${said}`)
  assert.deepEqual(
    results.assumptions.filter(({ id }) => id.startsWith('participants.')).map(({ value, source }) => [value, source]),
    all.slice(sound.length).map((what) => [`${entries.get(what)?.partyId}: ${entries.get(what)?.is}`, 'target file']),
  )
})

for (const [id, fault] of Object.entries(opened))
  test(`notices ${fault} by ${id}, and says on what that rests`, async () => {
    const said = verdictsOf(await certified(fault, all, [id], fault))[id] ?? ''
    assert.match(said, id === 'certificate.revoked-on-crl' ? /^finding: / : /^(fail|finding): /)
    assert.match(said, /It rests on the target file, which says of did:example:[\w-]+: /)
  })

test('judges nothing by a statement that the registry contradicts', async () => {
  const { partyId: _, ...keys } = entries.get('four') ?? { partyId: '' }
  for (const is of ['suspended', 'unknown'])
    entries.set(`untrue ${is}`, { ...(keys as { key: string; chain: string }), partyId: 'did:example:four', is })
  const id = 'registry.status-suspended'
  const said = verdictsOf(await certified('untrue', [...sound, 'untrue suspended'], [id]))[id] ?? ''
  assert.match(
    said,
    /^not-testable: The target file says of did:example:four: suspended, but its record by query has the/,
  )
})
