import { BlockList, isIP } from 'node:net'

/** Addresses that are no one's on the internet: private, local, reserved, and ways to write those as others. */
const reservedNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/**
 * Tells whether an address lies outside, where a stranger may have us send something. `inside` names networks that are
 * private and allowed all the same.
 */
export function createPublicAddressCheck(inside: readonly string[]): (address: string) => boolean {
  const [never, allowed] = [toBlockList(reservedNetworks), toBlockList(inside)]
  return (address) => {
    if (isIP(address) === 0) return false
    const family = familyOf(address)
    return allowed.check(address, family) || !never.check(address, family)
  }
}
