import { rmSync } from 'node:fs'
import path from 'node:path'
import { identityProviders } from '../../contract/sign-in-codes.ts'
import { makeDemo, startDemoInstallation } from './demo-installation.ts'
import { freePort, newFolder, startUntil } from './product-process.ts'

/** How the product finds a provider of identities that runs here in the place of those that it knows. */
const peerSettings = (address: string) => ({
  IDENTITY_PEER: address,
  ...Object.fromEntries(
    identityProviders.flatMap((name) => [
      [`${name.toUpperCase()}_CLIENT_ID`, `candour-${name}`],
      [`${name.toUpperCase()}_CLIENT_SECRET`, `secret of ${name}`],
    ]),
  ),
})

/**
 * Makes the demo as a new user would get it, starts the product with it, and a provider of identities. All journeys share
 * them, but those that start a copy of the demo with settings of its own.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = newFolder('journeys')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const demo = path.join(folder, 'demo')
  process.env.JOURNEY_DEMO = demo
  try {
    await makeDemo(await freePort(), demo)
    const [port, peerPort] = [await freePort(), await freePort()]
    const address = `http://localhost:${port}`
    const peerAddress = `http://localhost:${peerPort}`
    const sign = `${peerAddress}/.well-known/openid-configuration`
    const program = 'server/testing/oauth-peer-main.ts'
    const peer = await startUntil('The provider', sign, program, [String(peerPort), address], process.env)
    const { dataDir, close } = await startDemoInstallation(port, peerSettings(peerAddress), [peer])
    process.env.JOURNEY_ADDRESS = address
    process.env.JOURNEY_DATA = dataDir
    return async () => {
      await close()
      remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}
