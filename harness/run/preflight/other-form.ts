import type { World } from '../../check/world.js'
import { presets } from '../../target/presets.js'

/** The preset at whose token path the target answers although it does not at the one that is set; a sentence on what to do either way. */
export async function whereElse(world: World): Promise<string> {
  if (world.codes) return 'Set interface.login.tokenPath to the path that it serves.'
  for (const [name, { settings }] of Object.entries(presets)) {
    const { path } = settings.token
    if (path === world.settings.token.path) continue
    const headers = [['content-type', 'application/x-www-form-urlencoded']] as const
    const { response } = await world.http.exchange({
      method: 'POST',
      url: `${world.target.baseUrl}${path}`,
      headers,
      body: '',
    })
    if (response && response.status !== 404 && response.status !== 405)
      return `It does answer at ${path}, as in the preset ${name}: set interface.preset: ${name}, or interface.token.path.`
  }
  return 'Set interface.token.path to the path that it serves.'
}
