import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openMockTimestampAuthority,
  type MockTimestampAuthority,
} from '../../testing/mock-timestamp-authority.ts'
import { requestTimestamp } from './timestamp-request.ts'
import { openOutboundFetch } from '../http/outbound-fetch.ts'
import { collectValidationMaterial, validationFetchLimits } from './validation-material.ts'

// What the issuer of a time-stamp authority's certificate says of revocation: asked one by one, or else as a list.

let peer: MockTimestampAuthority
let token: Uint8Array
const folder = mkdtempSync(path.join(tmpdir(), 'material-'))
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  peer = await openMockTimestampAuthority(30, { isAsked: true })
  token = await requestTimestamp([Buffer.from('sealed')], peer.address)
})

afterAll(() => {
  peer.close()
  rmSync(folder, { recursive: true })
})

const collect = (configured = peer.address) =>
  collectValidationMaterial(
    [token],
    openOutboundFetch({ privateNetworks: [], configured, ...validationFetchLimits }),
  )

const counted = async () => {
  const { certificates, ocsps, crls } = await collect()
  return [certificates.length, ocsps.length, crls.length]
}

/** What openssl reads in an answer, which it trusts by the certificate of the issuer alone. */
function readByOpenssl(answer: Uint8Array, certificate: Uint8Array): string {
  writeFileSync(file('answer'), answer)
  writeFileSync(file('certificate.der'), certificate)
  execFileSync('openssl', ['x509', '-inform', 'DER', '-in', file('certificate.der'), '-out', file('about')])
  const about = ['-issuer', peer.trusted, '-cert', file('about')]
  const { stdout, stderr } = spawnSync(
    'openssl',
    ['ocsp', '-respin', file('answer'), '-CAfile', peer.trusted, ...about],
    { encoding: 'utf8' },
  )
  return stdout + stderr
}

it.each([
  ['good', /: good\n/],
  ['revoked', /: revoked\n/],
] as const)('keeps the answer that a certificate is %s, and needs no list then', async (status, said) => {
  peer.setOcspStatus(status)
  const { certificates, ocsps, crls } = await collect()
  expect([certificates.length, ocsps.length, crls.length]).toEqual([2, 1, 0])
  const read = readByOpenssl(ocsps[0]!, certificates[0]!)
  expect(read).toContain('Response verify OK')
  expect(read).toMatch(said)
})

it.each(['forged', 'other', 'busy', 'nonsense', 'nothing'] as const)(
  'keeps the list where the answer is %s',
  async (status) => {
    peer.setOcspStatus(status)
    expect(await counted()).toEqual([2, 0, 1])
  },
)

it('leaves a gap, and is no fault, where there is neither', async () => {
  peer.setOcspStatus('nothing')
  peer.removeCrl()
  expect(await counted()).toEqual([2, 0, 0])
})

it('reads nothing at addresses in networks of ours that a certificate names, unless they are the authority’s own', async () => {
  peer.setOcspStatus('good')
  const { certificates, ocsps, crls } = await collect('https://tsa.example/')
  expect([certificates.length, ocsps.length, crls.length]).toEqual([1, 0, 0])
})
