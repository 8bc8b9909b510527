import pg from 'pg'
import { openEmbeddedHome } from '../platform/database/embedded-home.ts'
import { databaseName, readPasswords } from '../platform/database/embedded-logins.ts'
import { ownerName, socketPort } from '../platform/database/embedded-server.ts'
import { silentLog } from './silent-log.ts'

/**
 * Lets the days of a consent's links pass, and with them the time to answer it where it waits for that. For journeys,
 * whose server keeps the time of the wall: `node expiry-main.ts <data directory> <consent>`.
 */
const [dataDir, consentId] = process.argv.slice(2) as [string, string]
const owner = new pg.Client({
  host: openEmbeddedHome(dataDir, silentLog).socket,
  port: socketPort,
  user: ownerName,
  password: readPasswords(dataDir).owner,
  database: databaseName,
})
await owner.connect()
await owner.query(`update links set expires_at = now() - interval '1 minute' where consent_id = $1`, [
  consentId,
])
await owner.query(
  `update consents set expires_at = now() - interval '1 minute' where id = $1 and status in ('sent', 'viewed')`,
  [consentId],
)
await owner.end()
