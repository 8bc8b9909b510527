import type { OpenModule } from '../../module.ts'
import { fileScanJobs, sweepFileScans } from './file-scan-jobs.ts'
import { fileScanHandlers } from './file-scan-handlers.ts'
import { fileBlockedComposer } from './file-scan-notice.ts'

const sweep_seconds = 300

/** Malware in files: what is sent is scanned before it is taken in, and what is stored again and again. */
export const fileScans: OpenModule = (core, injected) => {
  const { scannedFiles: sources, scannedPlatformFiles: platformSources } = injected
  const { scanner, unguardedFiles: files, runSweep, address } = core
  return {
    handlers: { fileScans: fileScanHandlers(scanner) },
    jobs: fileScanJobs({ ...core, files, sources, platformSources }),
    // One large file may be under way when the minute of a run is over.
    jobSeconds: { 'file-scans.scan': 600, 'file-scans.rescan-quarantined': 600 },
    composers: { 'file-blocked': fileBlockedComposer(address) },
    sweeps: { 'file-scans': { seconds: sweep_seconds, run: () => sweepFileScans(runSweep, scanner) } },
  }
}
