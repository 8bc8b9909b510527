/** The proxies of deploy/, as they are written down there, with the places and names of one run. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hostName } from './hidden-requests.ts'

const example = (name: string) => readFileSync(path.join(import.meta.dirname, '../../deploy', name), 'utf8')

type ProxyPlace = { folder: string; port: number; upstreamPort: number }
export type ExampleProxy = {
  name: string
  program: string
  /** Whether it takes HTTP/2 as it is configured. */
  speaksHttp2: boolean
  start(place: ProxyPlace): ChildProcess
}

/** Replaces what has to be there exactly once or more; an example that says it otherwise is read again first. */
const replaced = (text: string, changes: readonly (readonly [RegExp, string])[]): string =>
  changes.reduce((changed, [what, by]) => {
    if (!what.test(changed)) throw new Error(`The example has nothing like ${what}`)
    return changed.replace(what, by)
  }, text)

function startNginx({ folder, port, upstreamPort }: ProxyPlace): ChildProcess {
  const at = (name: string) => path.join(folder, name)
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '2', '-subj', `/CN=${hostName}`],
      ...['-keyout', at('key.pem'), '-out', at('certificate.pem')],
    ],
    { stdio: 'ignore' },
  )
  const server = replaced(example('nginx.conf'), [
    [/server 127\.0\.0\.1:3000/, `server 127.0.0.1:${upstreamPort}`],
    [/ *server 127\.0\.0\.1:3001.*\n/, ''],
    [/listen 80;/, `listen 127.0.0.1:${port + 1};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/ssl_certificate .*;/, `ssl_certificate ${at('certificate.pem')};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${at('key.pem')};`],
    [/access_log .* candour;/, `access_log ${at('access.log')} candour;`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${at(kind)};`)
    .join('\n')
  writeFileSync(
    at('main.conf'),
    `daemon off;\npid ${at('pid')};\nerror_log ${at('error.log')};\nevents {}\nhttp {\n${temporary}\n${server}\n}\n`,
  )
  return spawn('nginx', ['-p', folder, '-c', at('main.conf'), '-e', at('start.log')], { stdio: 'ignore' })
}

function startCaddy({ folder, port, upstreamPort }: ProxyPlace): ChildProcess {
  const site = replaced(example('candour.caddyfile'), [
    [/^consent\.example\.org \{/m, `${hostName}:${port} {\n\ttls internal`],
    [/reverse_proxy 127\.0\.0\.1:3000 127\.0\.0\.1:3001/, `reverse_proxy 127.0.0.1:${upstreamPort}`],
  ])
  const global = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_sni ${hostName}\n}\n`
  const file = path.join(folder, 'caddyfile')
  writeFileSync(file, global + site)
  const home = path.join(folder, 'home')
  mkdirSync(home)
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
}

export const exampleProxies: ExampleProxy[] = [
  { name: 'nginx (deploy/nginx.conf)', program: 'nginx', speaksHttp2: false, start: startNginx },
  { name: 'Caddy (deploy/candour.caddyfile)', program: 'caddy', speaksHttp2: true, start: startCaddy },
]

/** What a program says that it is; null where it is not installed. */
export function versionOf(program: string): string | null {
  const { error, stdout, stderr } = spawnSync(program, [program === 'nginx' ? '-v' : 'version'], {
    encoding: 'utf8',
  })
  return error ? null : `${stdout}${stderr}`.trim()
}
