import { BlockList, isIP } from 'node:net'

/** Addresses that are no one's on the internet: private, local, reserved. */
const reservedNetworks = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  // What lies outside begins with the bits 001: all else is private, local or kept for later, and so are the ways to
  // write an address of IPv4 (mapped, translated, NAT64).
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
}

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
  const never = { ipv4: toBlockList(reservedNetworks.ipv4), ipv6: toBlockList(reservedNetworks.ipv6) }
  const allowed = toBlockList(inside)
  return (address) => {
    if (isIP(address) === 0) return false
    const family = familyOf(address)
    return allowed.check(address, family) || !never[family].check(address, family)
  }
}
