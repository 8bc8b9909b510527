import type pg from 'pg'
import type { DatabaseLogin } from '../platform/database/database-login.ts'

/** Connection settings of the three logins of one database. */
export type Logins = {
  owner: pg.ClientConfig
  app: DatabaseLogin
  auth: DatabaseLogin
  /** Past a pooler that the others lead through. */
  session?: pg.ClientConfig
  replica?: pg.ClientConfig
  /** Whether its tables are spread by Citus. */
  isSpread?: boolean | undefined
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Logins of the run's server; the database they name is the template that test files copy. */
    logins: Logins
    /** The owner of each server of the run: several where `TEST_DATABASE` asks for a cluster. */
    nodes: pg.ClientConfig[]
  }
}
