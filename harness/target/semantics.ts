import type { KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { presets } from './interface.js'
import { readCertificates, readPrivateKey } from './pem.js'
import { type Problem, valueAt } from './problems.js'
import { type KeyPath, whyUnreadable } from './source.js'
import { nearest } from './spelling.js'

/** Whether `interface.preset` names a file rather than a preset. */
export const isPresetFile = (preset: string): boolean => /[\\/]|\.(ya?ml|json|[cm]?[jt]s)$/.test(preset)

/**
 * What is wrong with a document beyond its shape: contradictions, unknown presets, files that cannot be used.
 * Takes documents of wrong shape too, so that every mistake of a file is told at once.
 */
export const checkMeaning = async (data: unknown, folder: string): Promise<readonly Problem[]> => [
  ...checkBaseUrl(data),
  ...checkRoles(data),
  ...checkPreset(data),
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

const checkPreset = (data: unknown): Problem[] => {
  const path = ['interface', 'preset']
  const preset = valueAt(data, path)
  if (typeof preset !== 'string' || preset === '' || isPresetFile(preset) || Object.hasOwn(presets, preset)) return []
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
  for (const index of indices(data, ['trust', 'roots'])) await use(['trust', 'roots', index], readCertificates)
  for (const index of indices(data, ['documents'])) {
    const path = ['documents', index, 'path']
    if (!String(valueAt(data, path)).startsWith('/')) await use(path, exists)
  }
  for (const index of indices(data, ['participants'])) {
    const key = await use(['participants', index, 'key'], readPrivateKey)
    const chain = await use(['participants', index, 'chain'], readCertificates)
    if (key && chain) problems.push(...checkPair(key, chain, ['participants', index, 'chain']))
  }
  return problems
}

const checkPair = (key: KeyObject, chain: readonly X509Certificate[], path: KeyPath): Problem[] => {
  const at = chain.findIndex((certificate) => certificate.checkPrivateKey(key))
  if (at === 0) return []
  const says =
    at > 0
      ? 'has its leaf not first: the order is leaf, intermediates, root'
      : 'begins with a certificate that does not belong to the private key beside it'
  return [{ path, at: 'value', says, example: false }]
}

const indices = (data: unknown, path: KeyPath): readonly number[] => {
  const entries = valueAt(data, path)
  return Array.isArray(entries) ? [...entries.keys()] : []
}
