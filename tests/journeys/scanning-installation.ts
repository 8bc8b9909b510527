import { startDemoInstallation } from './demo-installation.ts'
import { freePort, startProgram } from './product-process.ts'

/** The file that every scanner finds, in two parts so that none finds it here. */
export const scannerTestFile = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** The demo in an installation of its own that scans files, by a scanner that may be away. */
export async function startScanningInstallation() {
  const [port, scannerPort] = [await freePort(), await freePort()]
  const startScanner = () =>
    startProgram('server/testing/mock-clamav-main.ts', [String(scannerPort)], process.env)
  let scanner = startScanner()
  const stopScanner = () => scanner.stop()
  const settings = { CLAMAV_SOCKET: `127.0.0.1:${scannerPort}` }
  return {
    ...(await startDemoInstallation(port, settings, [{ stop: stopScanner }])),
    stopScanner,
    startScanner: () => void (scanner = startScanner()),
  }
}
