import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../../contracts/errors.js'
import { makeRunFolder } from '../../run/folders.js'
import { defaultOptions } from '../../run/options.js'
import { setStage } from '../../run/stage.js'
import { loadTargets } from '../../target/file/target-file.js'

/** Flags of `assay kit`. */
export interface KitFlags {
  readonly config: string
  readonly state: string
}

/** Writes the kits of targets that run elsewhere; the state folder keeps the lab's identity for `assay certify --state`. @returns exit code 0. */
export async function kit({ config, state }: KitFlags): Promise<number> {
  const targets = await loadTargets(config)
  const unfixed = targets.find(({ lab }) => lab.ports.https === 0 || lab.ports.http === 0)
  if (unfixed)
    throw new ConfigError(
      `"${unfixed.name}" needs fixed ports, so that its kit stays true: set lab.ports.https and lab.ports.http.`,
    )
  const folder = makeRunFolder()
  try {
    const stage = await setStage({ ...defaultOptions(folder, targets), state: resolve(state) }, folder)
    await stage.close()
    for (const { config: target, kit: written } of stage.targets)
      process.stdout.write(`${target.name}: ${written.folder}\n`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
