import { startDemoInstallation } from './demo-installation.ts'
import { openNameServer } from './name-server.ts'
import { freePort, sharedFile, startUntil } from './product-process.ts'

const programs = { oidc: 'server/testing/oidc-issuer-main.ts', saml: 'server/testing/saml-issuer-main.ts' }

/** The demo in an installation of its own, beside the identity provider of a practice and a name server. */
export async function startProviderInstallation(protocol: keyof typeof programs = 'oidc') {
  const [port, issuerPort, names] = [await freePort(), await freePort(), await openNameServer()]
  const certificate = sharedFile(`issuer-${issuerPort}.pem`)
  const values = [String(issuerPort), certificate]
  const program = programs[protocol]
  const issuer = await startUntil('The identity provider', certificate, program, values, process.env)
  const settings = {
    DNS_SERVERS: names.address,
    WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128',
    WEBHOOK_CA_FILE: certificate,
  }
  const installation = await startDemoInstallation(port, settings, [issuer, { stop: names.close }])
  return { ...installation, issuer: `https://localhost:${issuerPort}`, records: names.records }
}
