import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ownBaseUrl } from '../../contracts/target-file/fields.js'
import { isOfKit } from '../kit/humans.js'
import { identityServers } from '../login.js'
import { readCertificates, readPrivateKey } from '../pem.js'
import { presetNamed, presets } from '../presets.js'
import { checkIdentityFiles, checkParticipants } from './participants.js'
import { indices, type Problem, valueAt } from './problems.js'
import { type KeyPath, whyUnreadable } from './source.js'
import { nearest } from './spelling.js'

/** Whether `interface.preset` names a file rather than a preset. */
export const isPresetFile = (preset: string): boolean => /[\\/]|\.(ya?ml|json|[cm]?[jt]s)$/.test(preset)

/**
 * What is wrong with a document beyond its shape: contradictions, unknown presets, files that cannot be used. Takes
 * documents of wrong shape too, so that every mistake of a file is reported at once.
 */
export const checkMeaning = async (data: unknown, folder: string): Promise<readonly Problem[]> => [
  ...checkBaseUrl(data),
  ...checkRoles(data),
  ...checkOwn(data, 'trigger'),
  ...checkOwn(data, 'provision'),
  ...checkLogin(data),
  ...checkOrigins(data),
  ...checkPublicUrls(data),
  ...checkPreset(data),
  ...checkIdentity(data),
  ...(await checkFiles(data, folder)),
]

const checkBaseUrl = (data: unknown): Problem[] => {
  const roles = valueAt(data, ['target', 'roles'])
  const consumerOnly = Array.isArray(roles) && roles.length > 0 && roles.every((role) => role === 'ServiceConsumer')
  const told = valueAt(data, ['target', 'baseUrl']) !== undefined || valueAt(data, ['launch']) !== undefined
  if (told || consumerOnly || !Array.isArray(roles)) return []
  return [
    {
      path: ['target', 'baseUrl'],
      at: 'key',
      says: 'is missing, and there is no launch.command either: say where the target listens or how it is started',
    },
  ]
}

const checkOwn = (data: unknown, hook: 'trigger' | 'provision'): Problem[] => {
  const path = [hook, 'url']
  const url = valueAt(data, path)
  if (typeof url !== 'string' || !url.startsWith(ownBaseUrl)) return []
  const known = valueAt(data, ['target', 'baseUrl']) !== undefined || valueAt(data, ['launch']) !== undefined
  if (known) return []
  return [
    {
      path,
      at: 'value',
      says: `begins with ${ownBaseUrl}, but there is neither target.baseUrl nor launch.command: say where the target listens`,
      example: false,
    },
  ]
}

/** Only the loopback network has an address for each counterparty. */
const checkOrigins = (data: unknown): Problem[] => {
  const path = ['lab', 'origins']
  const host = valueAt(data, ['lab', 'host']) ?? '127.0.0.1'
  const isPublic = typeof valueAt(data, ['lab', 'publicUrls', 'https']) === 'string'
  if (valueAt(data, path) !== 'own' || (host === '127.0.0.1' && !isPublic)) return []
  const says =
    'is own, which takes lab.host 127.0.0.1 and no lab.publicUrls.https: each counterparty gets a loopback address of its own'
  return [{ path, at: 'value', says, example: false }]
}

/** An address that leads to a listener leads to one port of it, while a free one is another in each run. */
const checkPublicUrls = (data: unknown): Problem[] =>
  (['https', 'http'] as const).flatMap((name): Problem[] => {
    const path = ['lab', 'publicUrls', name]
    const port = valueAt(data, ['lab', 'ports', name])
    if (typeof valueAt(data, path) !== 'string' || (port !== undefined && port !== 0)) return []
    const says = `leads to one port, and lab.ports.${name} is a free one, another in each run: set that, too`
    return [{ path, at: 'value', says, example: false }]
  })

const checkLogin = (data: unknown): Problem[] => {
  const at = (...path: readonly PropertyKey[]): unknown => valueAt(data, ['login', ...path])
  const roles = valueAt(data, ['target', 'roles'])
  if (typeof at() !== 'object' || !Array.isArray(roles)) return []
  const relying = roles.includes('ServiceProvider') && !roles.some((role) => identityServers.includes(role))
  const noStart: Problem[] =
    relying && at('start') === undefined
      ? [{ path: ['login', 'start'], at: 'key', says: 'is missing: it says where a login begins at a ServiceProvider' }]
      : []
  const fills = (value: string): boolean =>
    indices(data, ['login', 'steps']).some((index) => at('steps', index, 'fill', 'value') === value)
  const isOwn = at('username') !== undefined && !isOfKit(at('username'))
  const noPassword: Problem[] =
    isOwn && fills('password') && at('password') === undefined
      ? [{ path: ['login', 'password'], at: 'key', says: 'is missing: login.username names a user of your own' }]
      : []
  const noMailbox: Problem[] =
    isOwn && fills('email') && at('email') === undefined
      ? [{ path: ['login', 'email'], at: 'key', says: 'is missing: login.username names a user of your own' }]
      : []
  return [...noStart, ...noPassword, ...noMailbox, ...checkRegistered(data, roles)]
}

/** Relying parties are registered where humans log in for them, and those of the target file are known anyhow. */
const checkRegistered = (data: unknown, roles: readonly unknown[]): readonly Problem[] => {
  const path = ['login', 'registered']
  if (valueAt(data, path) !== true) return []
  const problem = (says: string): Problem[] => [{ path, at: 'key', says, example: false }]
  if (!roles.some((role) => identityServers.some((one) => one === role)))
    return problem('concerns an IdentityProvider or IdentityBroker, and the target is none')
  return indices(data, ['participants']).length > 0
    ? problem('stands beside participants, which are the relying parties then: leave one of the two out')
    : []
}

const checkRoles = (data: unknown): Problem[] => {
  const roles = valueAt(data, ['target', 'roles'])
  if (!Array.isArray(roles)) return []
  return roles.flatMap((role, index) =>
    roles.indexOf(role) === index
      ? []
      : [
          {
            path: ['target', 'roles', index],
            at: 'value',
            says: `is ${JSON.stringify(role)}, which stands in the list already`,
            example: false,
          },
        ],
  )
}

/** A target that stays in its own scheme cannot take the identity of a kit. */
const checkIdentity = (data: unknown): Problem[] => {
  const given = valueAt(data, ['participants'])
  const missing = valueAt(data, ['target', 'partyId']) === undefined && typeof valueAt(data, ['target']) === 'object'
  return Array.isArray(given) && given.length > 0 && missing
    ? [
        {
          path: ['target', 'partyId'],
          at: 'key',
          says: 'is missing: with participants the target keeps the identity that it has in its scheme',
        },
      ]
    : []
}

const checkPreset = (data: unknown): Problem[] => {
  const path = ['interface', 'preset']
  const preset = valueAt(data, path)
  if (typeof preset !== 'string' || preset === '' || isPresetFile(preset) || presetNamed(preset)) return []
  const meant = nearest(preset, Object.keys(presets))
  return [
    {
      path,
      at: 'value',
      says: `is ${JSON.stringify(preset)}, ${meant ? `but did you mean ${meant}?` : `but must be one of ${Object.keys(presets).join(', ')}, or a file such as ./preset.yaml`}`,
    },
  ]
}

const checkFiles = async (data: unknown, folder: string): Promise<readonly Problem[]> => {
  const problems: Problem[] = []
  const use = async <T>(path: KeyPath, read: (content: string) => T): Promise<T | undefined> => {
    const name = valueAt(data, path)
    if (typeof name !== 'string' || name === '') return undefined
    const wrong = (says: string): undefined =>
      void problems.push({ path, at: 'value', says: `is ${JSON.stringify(name)}, which ${says}`, example: false })
    const content = await readFile(resolve(folder, name), 'utf8').catch((cause: unknown) => wrong(whyUnreadable(cause)))
    if (content === undefined) return undefined
    try {
      return read(content)
    } catch (error) {
      return wrong(error instanceof Error ? error.message : String(error))
    }
  }
  const exists = (content: string): string => content
  await use(['target', 'tls', 'ca'], readCertificates)
  await use(['waivers'], exists)
  if (isPresetFile(String(valueAt(data, ['interface', 'preset'])))) await use(['interface', 'preset'], exists)
  for (const index of indices(data, ['watch', 'paths'])) {
    const path = ['watch', 'paths', index]
    const name = valueAt(data, path)
    if (typeof name === 'string' && name !== '' && !existsSync(resolve(folder, name)))
      problems.push({ path, at: 'value', says: `is ${JSON.stringify(name)}, which there is not`, example: false })
  }
  for (const index of indices(data, ['trust', 'roots'])) await use(['trust', 'roots', index], readCertificates)
  for (const index of indices(data, ['documents'])) {
    const path = ['documents', index, 'path']
    if (!String(valueAt(data, path)).startsWith('/')) await use(path, exists)
  }
  for (const index of indices(data, ['participants'])) {
    const path = ['participants', index]
    const key = await use([...path, 'key'], readPrivateKey)
    const chain = await use([...path, 'chain'], readCertificates)
    if (key && chain) problems.push(...checkIdentityFiles(key, chain, path, valueAt(data, [...path, 'is'])))
  }
  return [...problems, ...checkParticipants(data)]
}
