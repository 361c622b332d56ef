import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pem } from '../../ca/index.js'

const run = promisify(execFile)

/** What a call of OpenSSL came to. */
export interface OpensslResult {
  readonly ok: boolean
  /** Standard output and standard error. */
  readonly text: string
}

/** Calls OpenSSL. Throws one clear sentence if it is not installed. */
export const openssl = async (...args: readonly string[]): Promise<OpensslResult> => {
  try {
    const { stdout, stderr } = await run('openssl', args)
    return { ok: true, text: `${stdout}${stderr}` }
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (code === 'ENOENT')
      throw new Error(
        'OpenSSL is missing: install the command "openssl" (3.0 or newer), the proof of the PKI needs it.',
      )
    return { ok: false, text: `${stdout}${stderr}` }
  }
}

/** PEM text of a CRL. */
export const crlPem = (der: Buffer): string => pem(der).replaceAll('CERTIFICATE', 'X509 CRL')

/** What to verify. */
export interface Presented {
  readonly chain: readonly Buffer[]
  readonly roots: string
  /** Checks revocation of the whole chain against these; not at all when absent. */
  readonly crls?: readonly Buffer[]
}

/** Errors that `openssl verify -x509_strict` at security level 2 reports, in its words. */
export const verify = async (
  folder: string,
  { chain, roots, crls }: Presented,
  ...options: readonly string[]
): Promise<OpensslResult & { readonly errors: readonly string[] }> => {
  const file = (name: string): string => join(folder, name)
  await writeFile(file('roots.pem'), roots)
  await writeFile(file('leaf.pem'), pem(chain[0] as Buffer))
  await writeFile(file('above.pem'), chain.slice(1).map(pem).join(''))
  await writeFile(file('crls.pem'), (crls ?? []).map(crlPem).join(''))
  const result = await openssl(
    ...['verify', '-x509_strict', '-auth_level', '2', '-no-CApath', '-no-CAstore', '-CAfile', file('roots.pem')],
    ...(crls ? ['-crl_check_all', '-CRLfile', file('crls.pem')] : []),
    ...(chain.length > 1 ? ['-untrusted', file('above.pem')] : []),
    ...options,
    file('leaf.pem'),
  )
  const errors = [...result.text.matchAll(/^error \d+ at \d+ depth lookup: (.*)$/gm)].map(
    ([, error]) => error as string,
  )
  return { ...result, errors: [...new Set(errors)] }
}

/** `openssl x509 -text`, white space collapsed. */
export const describeCertificate = async (folder: string, der: Buffer): Promise<string> => {
  const path = join(folder, 'shown.pem')
  await writeFile(path, pem(der))
  return (await openssl('x509', '-text', '-noout', '-nameopt', 'utf8', '-in', path)).text.replace(/\s+/g, ' ')
}
