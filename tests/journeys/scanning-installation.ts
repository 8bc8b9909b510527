import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Demo } from './journey.ts'
import { freePort, product, startProgram, untilReady } from './product-process.ts'

/** The file that every scanner finds, in two parts so that none finds it here. */
export const scannerTestFile = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** The demo in an installation of its own that scans files, by a scanner that may be away. */
export async function startScanningInstallation() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-scanning-'))
  const [port, scannerPort] = [await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const startScanner = () =>
    startProgram('server/testing/mock-clamav-main.ts', [String(scannerPort)], process.env)
  let scanner = startScanner()
  const server = startProgram(product, [], {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
    CLAMAV_SOCKET: `127.0.0.1:${scannerPort}`,
  })
  const close = async () => {
    await Promise.all([server.stop(), scanner.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady('The server', server, `${address}/readyz`)
  } catch (error) {
    await close()
    throw error
  }
  return {
    address,
    demo: JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo,
    stopScanner: () => scanner.stop(),
    startScanner: () => void (scanner = startScanner()),
    close,
  }
}
