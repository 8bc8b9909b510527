import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MockTimestampAuthority = {
  address: string
  /** The certificate of who issued the authority's, by which `openssl ts -verify` trusts it, as a file. */
  trusted: string
  /** How often it was asked for a time stamp. */
  requestCount(): number
  /** Lets it refuse to answer, or answer again. */
  refuse(isRefusing: boolean): void
  /** What is said where somebody asks whether its certificate was revoked (OCSP); where it names a place for that. */
  setOcspStatus(status: OcspStatus): void
  /** Lets it not have the list of what was revoked. */
  removeCrl(): void
  close(): void
}

/** `forged`: signed by somebody else; `other`: of a certificate that nobody asked about; `busy`: no answer for now. */
export type OcspStatus = 'good' | 'revoked' | 'forged' | 'other' | 'busy' | 'nonsense' | 'nothing'

/**
 * An authority for time stamps on this machine, made of openssl alone: its certificate, good for so many days, is issued
 * by another one that is not in its tokens, and names where that is and where the list of what was revoked is; where it
 * is to be asked about one by one, that place too.
 */
export async function openMockTimestampAuthority(
  days: number,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<MockTimestampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'time-stamp-peer-'))
  const file = (name: string) => join(folder, name)
  const run = (...options: string[]) =>
    void execFileSync('openssl', options, { stdio: ['ignore', 'ignore', 'ignore'] })
  let asked = 0
  let isRefusing = false
  let hasList = true
  let said: OcspStatus = 'good'

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/status') return response.end(ocspResponse(file, said, Buffer.concat(parts)))
      if (request.url === '/list.crl' && !hasList) return response.writeHead(404).end()
      if (request.url === '/root.der' || request.url === '/list.crl')
        return response.end(readFileSync(file(request.url.slice(1))))
      if (isRefusing) return response.writeHead(503).end()
      asked += 1
      writeFileSync(file('query'), Buffer.concat(parts))
      run('ts', '-reply', '-config', file('cnf'), '-queryfile', file('query'), '-out', file('reply'))
      return response
        .writeHead(200, { 'content-type': 'application/timestamp-reply' })
        .end(readFileSync(file('reply')))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(file('cnf'), configOf(file))
  writeFileSync(
    file('extensions'),
    'basicConstraints=CA:FALSE\nextendedKeyUsage=critical,timeStamping\n' +
      `authorityInfoAccess=caIssuers;URI:${address}/root.der${isAsked ? `,OCSP;URI:${address}/status` : ''}\n` +
      `crlDistributionPoints=URI:${address}/list.crl\n`,
  )
  writeFileSync(file('serial'), '01\n')
  writeFileSync(file('crlnumber'), '01\n')
  writeFileSync(file('index'), '')
  const [root, own] = [keysOf(file, 'root'), keysOf(file, 'tsa')]
  const subject = (name: string) => ['-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`]
  run('req', '-x509', ...subject('Root of time'), '-days', '3650', '-keyout', root.key, '-out', root.pem)
  run('req', ...subject('Authority of time'), '-keyout', own.key, '-out', file('request'))
  const issued = ['-CA', root.pem, '-CAkey', root.key, '-CAcreateserial', '-extfile', file('extensions')]
  run('x509', '-req', '-in', file('request'), ...issued, '-days', String(days), '-out', own.pem)
  run('x509', '-in', root.pem, '-outform', 'DER', '-out', file('root.der'))
  run('ca', '-gencrl', '-config', file('cnf'), '-out', file('list.pem'))
  run('crl', '-in', file('list.pem'), '-outform', 'DER', '-out', file('list.crl'))
  return {
    address,
    trusted: root.pem,
    requestCount: () => asked,
    refuse: (refusing) => void (isRefusing = refusing),
    setOcspStatus: (status) => void (said = status),
    removeCrl: () => void (hasList = false),
    close() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The answer of a responder, as openssl makes it of an index that says this of the authority's certificate. */
function ocspResponse(file: (name: string) => string, said: OcspStatus, query: Buffer): Buffer {
  if (said === 'nothing') return Buffer.alloc(0)
  if (said === 'nonsense') return Buffer.from('not an answer')
  // RFC 6960, 4.2.1: an answer of its status alone, tryLater.
  if (said === 'busy') return Buffer.from([0x30, 0x03, 0x0a, 0x01, 0x03])
  const run = (...options: string[]) =>
    execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [root, own, stranger] = [keysOf(file, 'root'), keysOf(file, 'tsa'), keysOf(file, 'stranger')]
  const [, serial] = run('x509', '-in', own.pem, '-noout', '-serial').trim().split('=')
  const state = said === 'revoked' ? 'R\t400101000000Z\t260101000000Z' : 'V\t400101000000Z\t'
  writeFileSync(file('status-index'), `${state}\t${serial}\tunknown\t/CN=Authority of time\n`)
  const asked = ['-reqin', file('status-query')]
  if (said === 'other') asked.splice(0, 2, '-issuer', root.pem, '-serial', '0x77')
  else writeFileSync(file('status-query'), query)
  if (said === 'forged')
    run(
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      'rsa:2048',
      '-subj',
      '/CN=Root of time',
      '-keyout',
      stranger.key,
      '-out',
      stranger.pem,
    )
  const signer = said === 'forged' ? stranger : root
  const by = ['-index', file('status-index'), '-CA', root.pem, '-rsigner', signer.pem, '-rkey', signer.key]
  run('ocsp', ...asked, ...by, '-ndays', '7', '-respout', file('status'))
  return readFileSync(file('status'))
}

const keysOf = (file: (name: string) => string, name: string) => ({
  key: file(`${name}-key.pem`),
  pem: file(`${name}.pem`),
})

const configOf = (file: (name: string) => string): string =>
  `[tsa]\ndefault_tsa = local\n[local]\nserial = ${file('serial')}\nsigner_cert = ${file('tsa.pem')}\n` +
  `signer_key = ${file('tsa-key.pem')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256, sha512\n` +
  `ess_cert_id_alg = sha256\n[ca]\ndefault_ca = root\n[root]\ndatabase = ${file('index')}\n` +
  `crlnumber = ${file('crlnumber')}\ndefault_crl_days = 30\ndefault_md = sha256\n` +
  `certificate = ${file('root.pem')}\nprivate_key = ${file('root-key.pem')}\n`
