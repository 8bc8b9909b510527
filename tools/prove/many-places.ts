/**
 * A proxy in front of a product of this machine that lets each request come from another place: a tool that tries
 * thousands of inputs from one would meet little else than the limits. The product is started with
 * TRUSTED_PROXY=127.0.0.1.
 *
 *   node tools/prove/many-places.ts [its port, 4578] [the product's, 4577]
 */
import { randomAddress } from './fetch-caller.ts'
import { createTestProxy } from './round-robin-proxy.ts'

const [port, productPort] = [Number(process.argv[2] ?? 4578), Number(process.argv[3] ?? 4577)]

createTestProxy([productPort])
  .server.prependListener('request', ({ headers }) => {
    headers['x-forwarded-for'] = randomAddress()
  })
  .listen(port, '127.0.0.1')
