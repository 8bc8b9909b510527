import { describe, expect, it } from 'vitest'
import { createPublicAddressCheck } from './public-address.ts'

describe('an address outside', () => {
  const isOutside = createPublicAddressCheck([])

  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4009::8a'])(
    'is %s',
    (address) => expect(isOutside(address)).toBe(true),
  )

  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2002:7f00:1::', '64:ff9b::7f00:1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', 'localhost', ''],
    // Translated and NAT64 of our own, Teredo, a zone, a site of before, and networks that nobody was given.
    ...['::ffff:0:7f00:1', '64:ff9b:1::a00:1', '2001::1', 'fe80::1%eth0', 'fec0::1', '4000::1', '5f00::1'],
    ...['127.1', '0x7f000001', '2130706433', '0177.0.0.1', '127.0.0.1.', '[::1]', '127.0.0.1:80'],
  ])('is not %s', (address) => expect(isOutside(address)).toBe(false))

  // One address of each reserved network, and for some the last one: no network can be left out unnoticed.
  it.each([
    ...['0.255.255.255', '10.255.255.255', '100.127.255.254', '127.0.0.53', '169.254.0.1', '172.20.0.1'],
    ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.255.1', '198.19.255.254'],
    ...['198.51.100.1', '203.0.113.1', '239.255.255.250', '240.0.0.1', '254.1.2.3'],
    ...['::7f00:1', '64:ff9b::1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002::1'],
    ...['3fff::1', '5f00::1', 'fcff::1', 'fe80::ffff', 'fec0::1', 'ff05::1'],
  ])('is not %s, which is reserved', (address) => expect(isOutside(address)).toBe(false))

  it('is also one of a private network that is named', () => {
    const isAllowed = createPublicAddressCheck(['192.168.7.0/24', '127.0.0.1', 'fd00::/8'])
    expect(['192.168.7.9', '127.0.0.1', 'fd00::1', '8.8.8.8'].map(isAllowed)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['192.168.8.9', '127.0.0.2', 'fc00::1'].map(isAllowed)).toEqual([false, false, false])
  })
})
