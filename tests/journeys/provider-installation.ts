import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from './journey.ts'
import { openNameServer } from './name-server.ts'
import { freePort, product, startProgram, untilReady } from './product-process.ts'

const provider_seconds_max = 120

const programs = { oidc: 'server/testing/oidc-issuer-main.ts', saml: 'server/testing/saml-issuer-main.ts' }

/** The demo in an installation of its own, beside the identity provider of a practice and a name server. */
export async function startProviderInstallation(protocol: keyof typeof programs = 'oidc') {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-single-sign-on-'))
  const [port, issuerPort, names] = [await freePort(), await freePort(), await openNameServer()]
  const address = `http://localhost:${port}`
  const certificate = path.join(dataDir, 'issuer.pem')
  const issuer = startProgram(programs[protocol], [String(issuerPort), certificate], process.env)
  for (let waited = 0; !existsSync(certificate); waited++) {
    if (waited > provider_seconds_max * 10) throw new Error('The provider of the journeys is not ready')
    await sleep(100)
  }
  const server = startProgram(product, [], {
    ...process.env,
    DATA_DIR: path.join(dataDir, 'product'),
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
    DNS_SERVERS: names.address,
    WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128',
    WEBHOOK_CA_FILE: certificate,
  })
  const close = async () => {
    await Promise.all([server.stop(), issuer.stop(), names.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady('The server', server, `${address}/readyz`)
  } catch (error) {
    await close()
    throw error
  }
  return {
    address,
    issuer: `https://localhost:${issuerPort}`,
    records: names.records,
    demo: JSON.parse(readFileSync(path.join(dataDir, 'product', 'demo.json'), 'utf8')) as Demo,
    close,
  }
}
