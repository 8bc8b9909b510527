import { startDemoInstallation } from './demo-installation.ts'
import { freePort, sharedFile, startUntil } from './product-process.ts'

/** The demo in an installation of its own, with a server that runs here in Dentally's place. */
export async function startPracticeSystemInstallation() {
  const [port, peerPort] = [await freePort(), await freePort()]
  const certificate = sharedFile(`dentally-${peerPort}.pem`)
  const program = 'server/testing/mock-dentally-main.ts'
  const values = [String(peerPort), certificate]
  const peer = await startUntil('The practice system', certificate, program, values, process.env)
  const settings = {
    DENTALLY_ADDRESS: `https://localhost:${peerPort}`,
    DENTALLY_CLIENT_ID: 'candour-at-dentally',
    DENTALLY_CLIENT_SECRET: 'secret of candour at dentally',
    WEBHOOK_NETWORKS: '127.0.0.0/8,::1',
    WEBHOOK_CA_FILE: certificate,
  }
  return startDemoInstallation(port, settings, [peer])
}
