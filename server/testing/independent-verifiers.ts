import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Why a verifier does not accept a file; undefined where it does, null where the verifier is not on this machine. */
export type Objection = string | undefined | null

type Signature = { isTimestamp: boolean; envelope: Buffer; covered: Buffer }

/** Each signature and time stamp of a PDF by its byte range: its envelope, and the bytes that it covers. */
function signaturesOf(pdf: Uint8Array): Signature[] {
  const whole = Buffer.from(pdf)
  const text = whole.toString('latin1')
  return [...text.matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/g)].map((found) => {
    const [from, length, next, rest] = found.slice(1).map(Number) as [number, number, number, number]
    const padded = Buffer.from(text.slice(length + 1, next - 1), 'hex')
    return {
      isTimestamp: text.slice(text.lastIndexOf('<<', length), length).includes('/ETSI.RFC3161'),
      envelope: padded.subarray(0, padded.readUInt16BE(2) + 4),
      covered: Buffer.concat([whole.subarray(from, length), whole.subarray(next, next + rest)]),
    }
  })
}

type Checked = { pdf: Uint8Array; file: string; folder: string; trusted: string }

function run(program: string, ...options: string[]): { told: string; status: number | null } | null {
  const { error, stdout, stderr, status } = spawnSync(program, options, { encoding: 'utf8' })
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
    ? null
    : { told: `${stdout}${stderr}`, status }
}

const count = (text: string, words: string): number => text.split(words).length - 1

/** Poppler, on the code of NSS: lists a time stamp of the archive and judges seals alone. */
function objectionOfPdfsig({ pdf, file }: Checked): Objection {
  const found = run('pdfsig', '-nocert', file)
  if (!found) return null
  const seals = signaturesOf(pdf).filter(({ isTimestamp }) => !isTimestamp).length
  const valid = count(found.told, 'Signature is Valid')
  if (valid !== seals || seals === 0) return `${valid} of ${seals} seals are valid`
  return count(found.told, '- Total document signed') === 1 ? undefined : 'the last seal covers not all of it'
}

/** MuPDF, on OpenSSL, with a reader of PDFs of its own; to it whatever stands behind a seal is an edit, also a second seal. */
function objectionOfMutool({ pdf, file }: Checked): Objection {
  const found = run('mutool', 'sign', '-v', file)
  if (!found) return null
  const seals = signaturesOf(pdf).filter(({ isTimestamp }) => !isTimestamp).length
  const valid =
    count(found.told, 'The document is unchanged since signing') +
    count(found.told, 'The signature is valid but there have been edits')
  return valid === seals && seals > 0 ? undefined : `${valid} of ${seals} seals are valid`
}

/** OpenSSL's command line: CMS for seals, RFC 3161 for stamps. Each envelope is cut out by its byte range alone. */
function objectionOfOpenssl({ pdf, folder, trusted }: Checked): Objection {
  const file = (name: string) => path.join(folder, name)
  for (const [place, { isTimestamp, envelope, covered }] of signaturesOf(pdf).entries()) {
    writeFileSync(file('envelope.der'), envelope)
    writeFileSync(file('covered.bin'), covered)
    const [given, words] = isTimestamp
      ? [
          ['ts', '-verify', '-token_in', '-in', file('envelope.der'), '-data', file('covered.bin')],
          'Verification: OK',
        ]
      : [
          ['cms', '-verify', '-binary', '-inform', 'DER', '-in', file('envelope.der')],
          'Verification successful',
        ]
    const trust = isTimestamp
      ? ['-CAfile', trusted]
      : ['-content', file('covered.bin'), '-noverify', '-out', file('out')]
    const found = run('openssl', ...(given as string[]), ...trust)
    if (!found) return null
    if (!found.told.includes(words as string))
      return `signature ${place + 1}: ${found.told.trim().split('\n').at(-1)}`
  }
  return undefined
}

function objectionOfQpdf({ file }: Checked): Objection {
  const found = run('qpdf', '--check', file)
  if (!found) return null
  return found.status === 0 ? undefined : found.told.trim().split('\n').at(-1)
}

const verifiers = {
  pdfsig: objectionOfPdfsig,
  'mutool sign': objectionOfMutool,
  'openssl cms and ts': objectionOfOpenssl,
  'qpdf --check': objectionOfQpdf,
} as const

type Verifier = keyof typeof verifiers

/**
 * What programs that nobody here wrote say against a sealed PDF.
 *
 * @param trusted the certificate by which the authority of its time stamps is trusted, as a file
 */
export function objectionsTo(pdf: Uint8Array, trusted: string): Record<Verifier, Objection> {
  const folder = mkdtempSync(path.join(tmpdir(), 'candour-verified-'))
  try {
    const file = path.join(folder, 'sealed.pdf')
    writeFileSync(file, pdf)
    const told = Object.entries(verifiers).map(([name, objectionOf]) => [
      name,
      objectionOf({ pdf, file, folder, trusted }),
    ])
    return Object.fromEntries(told) as Record<Verifier, Objection>
  } finally {
    rmSync(folder, { recursive: true })
  }
}
