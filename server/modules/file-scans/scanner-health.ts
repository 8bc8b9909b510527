import { scanner_signature_days_max } from '../../../contract/limits.ts'
import type { ScannerHealth } from '../../../contract/overview.ts'
import { day_ms } from '../../platform/clock.ts'
import { ScannerError, type MalwareScanner } from '../../platform/malware/malware-scanner.ts'

const none = { engine: null, signatures: null, signedAt: null }

/** How the scanner is, asked now: outside of a transaction. */
export async function findScannerHealth(scanner: MalwareScanner | null): Promise<ScannerHealth> {
  if (!scanner) return { state: 'off', ...none }
  try {
    const { engine, signatures, signedAt } = await scanner.version()
    return { state: 'ready', engine, signatures, signedAt: signedAt?.toISOString() ?? null }
  } catch (error) {
    if (!(error instanceof ScannerError)) throw error
    return { state: 'unreachable', ...none }
  }
}

/** Whether somebody has to look after it: nobody answers, or its signatures are old or unknown. */
export function needsAttention({ state, signedAt }: ScannerHealth, now: Date): boolean {
  if (state !== 'ready') return state === 'unreachable'
  return signedAt === null || now.getTime() - Date.parse(signedAt) > scanner_signature_days_max * day_ms
}
