// Everything runs from dist/; the set-up builds it where it is stale.
import './tools/setup.mjs'

const { default: config } = await import('./dist/harness/cli/playwright.config.js')
export default config
