import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certificateFromPem, pem } from './encoding/pem.js'
import { PkiError } from './errors.js'
import { writePrivateFile } from './files.js'
import { type Issuer, issuerOf } from './issuer.js'

/** Issuers on disk, by id, so that another process can sign their CRLs and OCSP responses. */
export interface IssuerStore {
  keep(issuer: Issuer): Promise<void>
  /** Its chain holds only its own certificate. Throws `PkiError` for an id that was never kept. */
  get(id: string): Promise<Issuer>
}

/** Opens the folder of issuers; it need not be empty. */
export const openIssuerStore = (folder: string): IssuerStore => {
  const known = new Map<string, Promise<Issuer>>()
  const file = (id: string, type: 'crt' | 'key'): string => join(folder, `${id}.${type}`)
  const load = async (id: string): Promise<Issuer> => {
    const [certificate, key] = await Promise.all([readFile(file(id, 'crt'), 'utf8'), readFile(file(id, 'key'), 'utf8')])
    return issuerOf(createPrivateKey(key), [certificateFromPem(certificate)])
  }
  return {
    async keep(issuer) {
      await writePrivateFile(file(issuer.id, 'key'), issuer.key.export({ type: 'pkcs8', format: 'pem' }) as string)
      await writePrivateFile(file(issuer.id, 'crt'), pem(issuer.chain[0] as Buffer))
    },
    async get(id) {
      if (!/^[0-9a-f]{64}$/.test(id)) throw new PkiError('That is not the id of an issuer.')
      const issuer = known.get(id) ?? load(id)
      known.set(id, issuer)
      try {
        return await issuer
      } catch (cause) {
        known.delete(id)
        throw new PkiError(`No issuer ${id} in this PKI.`, { cause })
      }
    },
  }
}
