/** The tests' virus scanner as a program, which is stopped to be away: `node server/testing/mock-clamav-main.ts <port>`. */
import { openMockClamavDaemon } from './mock-clamav-daemon.ts'

const port = Number(process.argv[2])
if (!port) throw new Error('Name a port')
const daemon = await openMockClamavDaemon(port)
process.once('SIGTERM', () => void daemon.close())
