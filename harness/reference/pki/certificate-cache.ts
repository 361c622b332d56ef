import { Certificate } from './certificate.js'

/** Certificates that were read lately, so that those of authorities and their mutual signatures are worked out once. */
export class CertificateCache {
  readonly #limit = 4000
  readonly #byDer = new Map<string, Certificate>()

  /** Throws when the bytes are not exactly one certificate. */
  read(der: Buffer): Certificate {
    const key = der.toString('latin1')
    const known = this.#byDer.get(key)
    if (known) return known
    const certificate = new Certificate(der)
    const oldest = this.#byDer.size >= this.#limit ? this.#byDer.keys().next().value : undefined
    if (oldest !== undefined) this.#byDer.delete(oldest)
    this.#byDer.set(key, certificate)
    return certificate
  }

  /** Certificates that were read before and can issue. */
  get authorities(): readonly Certificate[] {
    return [...this.#byDer.values()].filter(isAuthority)
  }
}

function isAuthority(certificate: Certificate): boolean {
  return certificate.x509.ca
}
