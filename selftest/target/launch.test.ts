import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { type ParsedTarget, targetSchema } from '../../harness/contracts/target-file/schema.js'
import { resolveTarget } from '../../harness/target/config.js'
import { freePort, releasePort, withBaseUrl } from '../../harness/target/process/base-url.js'
import { datedBack, measureClockOffset } from '../../harness/target/process/clock.js'
import { provision } from '../../harness/target/process/hook.js'
import { type Crash, launchTarget } from '../../harness/target/process/launch.js'
import { timeZone } from '../../harness/target/process/time-zone.js'
import { createHttpClient } from '../../harness/wire/http.js'
import { filesIn, ownFolder } from '../stage/own-folder.js'

const server = `
const { createServer } = require('node:http')
const { writeFileSync } = require('node:fs')
if (process.argv[2] === 'stubborn') process.on('SIGTERM', () => {})
writeFileSync('pid', String(process.pid))
console.log('started with ' + process.env.ASSAY_KIT + ' ' + process.env.COLOUR + ' ' + process.env.ASSAY_CONTROL_TOKEN)
const started = Date.now()
createServer((request, response) => {
  if (process.argv[2] === 'gateway' && Date.now() - started < Number(process.argv[3])) response.statusCode = 502
  if (request.url === '/crash') process.exit(7)
  if (request.url === '/environment') return response.end(JSON.stringify(process.env))
  setTimeout(() => response.end(String(process.pid)), process.argv[2] === 'slow' ? 2500 : 0)
}).listen(Number(new URL(process.env.ASSAY_BASE_URL).port), '127.0.0.1')
`
const folder = ownFolder()
filesIn(folder).write('server.cjs', server)

const configOf = (settings: Partial<ParsedTarget>, baseUrl?: string): Promise<TargetConfig> => {
  const document = { target: { name: 'Acme', roles: ['ServiceProvider'], ...(baseUrl && { baseUrl }) }, ...settings }
  return withBaseUrl(resolveTarget(targetSchema.parse(document), { folder, digest: '' }))
}
const launched = (command: string, more: object = {}): Promise<TargetConfig> =>
  configOf({ launch: { command, ...more } })
const told = { ASSAY_KIT: '/kit' }
const get = async (config: TargetConfig, path = '/'): Promise<string> =>
  (await fetch(`${config.baseUrl}${path}`)).text()
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a port that was chosen once is nobody else’s while its process lives, though nothing listens there', async () => {
  const module = new URL('../../harness/target/process/base-url.js', import.meta.url)
  const port = await freePort()
  const claim = `const { claimPort } = await import('${module}'); console.log(await claimPort(${port}))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', claim], { encoding: 'utf8' })
  assert.equal(stdout, 'false\n')
})

test('starts a target on a free port and ends its whole group', async () => {
  // The shell has a child and stays itself, which is what leaves servers behind.
  const config = await launched('node server.cjs; echo done')
  const target = await launchTarget(config, told)
  const pid = Number(await get(config))
  assert.equal(pid, Number(readFileSync(join(folder, 'pid'), 'utf8')))
  assert.equal(isAlive(pid), true)
  await target.stop()
  assert.equal(isAlive(pid), false)
})

test('waits for a target that takes long for each answer as long as its settings say', async () => {
  const target = await launchTarget(await launched('node server.cjs slow', { readyTimeoutSeconds: 6 }), told)
  await target.stop()
})

test('waits while a gateway answers for a server that is still starting, and no longer than its settings say', async () => {
  const config = await launched('node server.cjs gateway 1000')
  const target = await launchTarget(config, told)
  assert.equal((await fetch(`${config.baseUrl}/`)).status, 200)
  await target.stop()
  const never = await launchTarget(await launched('node server.cjs gateway 60000', { readyTimeoutSeconds: 1 }), told)
  await never.stop()
})

test("tells the target its kit and address, and none of Assay's own variables", async () => {
  process.env.ASSAY_CONTROL_TOKEN = 'secret'
  const config = await launched('node server.cjs', { env: { COLOUR: 'blue' } })
  const target = await launchTarget(config, told)
  const seen = JSON.parse(await get(config, '/environment')) as Record<string, string>
  await target.stop()
  delete process.env.ASSAY_CONTROL_TOKEN
  const { ASSAY_KIT, ASSAY_BASE_URL, COLOUR, ASSAY_CONTROL_TOKEN, PATH, TZ } = seen
  assert.deepEqual(
    { ASSAY_KIT, ASSAY_BASE_URL, COLOUR, ASSAY_CONTROL_TOKEN, PATH, TZ },
    {
      ASSAY_KIT: '/kit',
      ASSAY_BASE_URL: config.baseUrl,
      COLOUR: 'blue',
      ASSAY_CONTROL_TOKEN: undefined,
      PATH: process.env.PATH,
      TZ: timeZone,
    },
  )
})

test('restarts on the same address', async () => {
  const config = await launched('node server.cjs')
  const target = await launchTarget(config, told)
  const first = await get(config)
  await target.restart?.()
  assert.notEqual(await get(config), first)
  await target.stop()
})

test('reports a crash with exit code and last output, and no wanted end', async () => {
  const config = await launched('node server.cjs')
  const target = await launchTarget(config, told)
  const crash = new Promise<Crash>((resolve) => target.onCrash(resolve))
  await fetch(`${config.baseUrl}/crash`).catch(() => undefined)
  const { code, message } = await crash
  assert.equal(code, 7)
  assert.match(
    message,
    /^"Acme" ended in the middle of the run \(exit code 7\)\. Its last output:\n {2}started with \/kit/,
  )
  const again = await launchTarget(config, told)
  const crashes: Crash[] = []
  again.onCrash((one) => crashes.push(one))
  await again.stop()
  assert.deepEqual(crashes, [])
})

test('quotes the last 20 lines of a target that ends before it is ready', async () => {
  const command =
    'for n in 1 2 3 4 5; do for m in 1 2 3 4 5; do echo $n$m; done; done; echo "no such setting" >&2; exit 4'
  const config = await launched(command)
  await assert.rejects(launchTarget(config, told), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'CONFIG_ERROR')
    const [first, ...lines] = error.message.split('\n')
    assert.equal(first, `"Acme" ended before it was ready (exit code 4; ${command}). Its last output:`)
    assert.equal(lines.length, 20)
    assert.ok(lines.includes('  no such setting'))
    return true
  })
})

test('says of a command that goes to the background where it has to stay', async () => {
  const config = await launched('echo Started')
  await assert.rejects(
    launchTarget(config, told),
    /"Acme" ended before it was ready \(exit code 0; echo Started\)\. The command has to stay in the foreground .* `docker compose up` does without `-d`\. Its last output:\n {2}Started$/,
  )
})

test('says so when a target does not answer in time, and ends it', async () => {
  const config = await launched('echo $$ > pid; exec node -e "setTimeout(() => {}, 60000)"', { readyTimeoutSeconds: 1 })
  await assert.rejects(
    launchTarget(config, told),
    /"Acme" did not answer at http:\/\/127\.0\.0\.1:\d+ within 1 s \(.*ECONNREFUSED.*\)/,
  )
  assert.equal(isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8'))), false)
})

test('holds the port that it chose until the target starts, so that no other run chooses it', async () => {
  const config = await launched('node server.cjs')
  const { port } = new URL(config.baseUrl ?? '')
  const taken = await new Promise((resolve) => {
    createServer().once('error', resolve).listen(Number(port), '127.0.0.1')
  })
  assert.match(String(taken), /EADDRINUSE/)
  const target = await launchTarget(config, told)
  assert.match(await get(config), /^\d+$/)
  await target.stop()
})

test('refuses a port that is taken', async () => {
  const port = await freePort()
  const other = createServer((_, response) => void response.end()).listen(port, '127.0.0.1')
  const config = await configOf({ launch: { command: 'node server.cjs' } }, `http://127.0.0.1:${port}`)
  await assert.rejects(launchTarget(config, told), {
    code: 'CONFIG_ERROR',
    message: `Something listens at http://127.0.0.1:${port} already, so "Acme" cannot be started there: end it, or leave target.baseUrl out to get a free port.`,
  })
  other.close()
})

test('kills a target that ignores SIGTERM', async () => {
  const config = await launched('node server.cjs stubborn; true')
  const target = await launchTarget(config, told)
  const pid = Number(await get(config))
  const start = performance.now()
  await target.stop()
  const seconds = (performance.now() - start) / 1_000
  assert.ok(seconds > 4.9 && seconds < 60, `${seconds} s`)
  assert.equal(isAlive(pid), false)
})

/** A process that launches a target at a port that this one has chosen, and then does that. */
const launching = async (config: TargetConfig, then: string): Promise<readonly string[]> => {
  await releasePort(config.baseUrl ?? '')
  const module = fileURLToPath(new URL('../../harness/target/process/launch.js', import.meta.url))
  const script = `import { launchTarget } from ${JSON.stringify(module)}
    await launchTarget(${JSON.stringify(config)}, { ASSAY_KIT: '/kit' })
    ${then}`
  return ['--input-type=module', '-e', script]
}

test('ends the group when our own process ends without asking', async () => {
  const config = await launched('node server.cjs stubborn; true')
  const script = await launching(config, 'throw new Error("unexpected")')
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: folder })
  assert.equal(status, 1)
  assert.match(String(stderr), /Error: unexpected/)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  assert.equal(isAlive(pid), false)
})

test('ends the group when our own process is killed, even one that heeds no SIGTERM, and leaves nobody who watched', async () => {
  const config = await launched('node server.cjs stubborn; true')
  const mark = `launch-${process.pid}`
  const script = await launching(config, 'process.kill(process.pid, "SIGKILL")')
  const { signal } = spawnSync(process.execPath, script, { cwd: folder, env: { ...process.env, MARK: mark } })
  assert.equal(signal, 'SIGKILL')
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  assert.equal(isAlive(pid), true)
  const left = (): readonly string[] =>
    readdirSync('/proc').filter((name) => /^\d+$/.test(name) && environment(name).includes(mark))
  for (const end = Date.now() + 20_000; left().length > 0 && Date.now() < end; ) await sleep(50)
  assert.deepEqual(left(), [])
  assert.equal(isAlive(pid), false)
})

/** Of a process that lives. */
const environment = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

test('a command that is released outlives our own process', async () => {
  const config = await configOf({ provision: { command: 'node server.cjs > log 2>&1 &' } }, 'http://127.0.0.1:1')
  const module = fileURLToPath(new URL('../../harness/target/process/hook.js', import.meta.url))
  const base = `http://127.0.0.1:${await freePort()}`
  const script = `import { provision } from ${JSON.stringify(module)}
    await provision(${JSON.stringify(config)}, { ASSAY_KIT: '/kit', ASSAY_BASE_URL: ${JSON.stringify(base)} })
    process.kill(process.pid, "SIGKILL")`
  spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  // Longer than what is not released would live.
  await sleep(1_500)
  const pid = Number(await get({ ...config, baseUrl: base }))
  process.kill(pid)
  assert.ok(pid > 0)
})

test('provisions by command and by URL, and quotes what went wrong', async () => {
  await provision(
    await configOf({ provision: { command: 'echo "$ASSAY_KIT" > provisioned' } }, 'http://127.0.0.1:1'),
    told,
  )
  assert.equal(readFileSync(join(folder, 'provisioned'), 'utf8'), '/kit\n')
  const failing = await configOf({ provision: { command: 'echo no database; exit 2' } }, 'http://127.0.0.1:1')
  await assert.rejects(provision(failing, told), {
    message:
      'provision.command of "Acme" (echo no database; exit 2) failed with exit code 2. Its last output:\n  no database',
  })
  let body = ''
  const target = createServer((request, response) => {
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => response.writeHead(request.url === '/load' ? 204 : 500).end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => target.once('listening', resolve))
  const base = `http://127.0.0.1:${(target.address() as { port: number }).port}`
  await provision(await configOf({ provision: { url: `${base}/load` } }, base), told)
  assert.deepEqual(JSON.parse(body), told)
  await assert.rejects(provision(await configOf({ provision: { url: `${base}/other` } }, base), told), /answered 500/)
  target.close()
})

test('dates messages by a clock that is more than a second behind, or ahead', () => {
  const offsets = [undefined, 5_000, 2_500, 2_499, 1_499, 0, -1_000, -1_001, -4_000, -5_000]
  assert.deepEqual(
    offsets.map((offset) => datedBack(offset)),
    [0, -2, -2, -1, 0, 0, 0, 1, 3, 4],
  )
})

test('measures the clock of a target within its bounds', async () => {
  const clock = (ahead: number | undefined, age?: number) =>
    createServer((_, response) => {
      response.sendDate = false
      if (age !== undefined) response.setHeader('Age', age)
      if (ahead !== undefined) response.setHeader('Date', new Date(Date.now() + ahead).toUTCString())
      response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
  const http = createHttpClient({ timeoutMs: 30_000 })
  const measured = async (ahead: number | undefined, age?: number) => {
    const target = clock(ahead, age)
    await new Promise((resolve) => target.once('listening', resolve))
    const offset = await measureClockOffset(http, `http://127.0.0.1:${(target.address() as { port: number }).port}/`)
    target.close()
    return offset
  }
  for (const ahead of [-90_000, 0, 4_321]) {
    const offset = await measured(ahead)
    assert.ok(offset !== undefined && Math.abs(offset - ahead) <= 520, JSON.stringify({ ahead, offset }))
  }
  assert.equal(await measured(undefined), undefined)
  // A cache in front of it that tells the time of the answer, and one that tells its own.
  for (const ahead of [-90_000, 0]) assert.ok(Math.abs((await measured(ahead, 90)) ?? 9_999) <= 1_020)
  await http.close()
})
