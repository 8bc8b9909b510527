/** The tests' provider as a program: `node server/testing/oauth-peer-main.ts <port> <address of the product>`. */
import { openMockOauthProvider } from './mock-oauth-provider.ts'

const [port, product] = process.argv.slice(2)
if (!Number(port) || !product) throw new Error('Name a port and the address of the product')
const { url } = await openMockOauthProvider(product, Number(port))
process.stdout.write(`${url}\n`)
