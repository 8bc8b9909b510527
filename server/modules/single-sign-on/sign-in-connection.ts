import type { Database } from '../../platform/database/database.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findPracticesOfGroupConnection, findUsedGroupConnection } from './single-sign-on-group-store.ts'
import type { PracticeLevel } from './single-sign-on-group-store.ts'
import type { ProviderConnection } from './provider-client.ts'
import { findConnection, findConnectionClinic, type Connection } from './single-sign-on-store.ts'

/** A connection as somebody signs in through it to one practice: its own, or that of its group. */
export type SignInConnection = ProviderConnection &
  Pick<Connection, 'clinicId' | 'trustsEmails' | 'countsSecondFactor' | 'groupLevels' | 'defaultLevel'> & {
    /** Where it is a group's: the practices that use it now, and who is let in where. */
    ofGroup: { practices: string[]; practiceLevels: readonly PracticeLevel[] } | null
  }

/** What a group says of one of its practices. */
export const groupLevelsIn = (
  levels: readonly PracticeLevel[],
  clinicId: string,
): Connection['groupLevels'] =>
  levels.filter(({ practiceId }) => practiceId === clinicId).map(({ group, level }) => ({ group, level }))

type Wanted = { connectionId: string; practiceId: string | null }
type LoadDeps = { database: Database; runJob: RunJob }

/**
 * The connection with this id; null where its practice is not active, or it has gone. That of a group is one for a practice
 * only while the practice agrees and has none of its own, which is asked anew as somebody leaves and as they come back.
 */
export async function loadSignInConnection(
  { database, runJob }: LoadDeps,
  { connectionId, practiceId }: Wanted,
): Promise<SignInConnection | null> {
  if (practiceId) return loadGroupConnection({ database, runJob }, connectionId, practiceId)
  const clinicId = await findConnectionClinic(database, connectionId)
  const connection = clinicId && (await runJob(clinicId, findConnection))
  return connection && connection.id === connectionId
    ? { ...connection, ownerId: connection.clinicId, ofGroup: null }
    : null
}

async function loadGroupConnection(
  { database, runJob }: LoadDeps,
  connectionId: string,
  clinicId: string,
): Promise<SignInConnection | null> {
  const practices = await findPracticesOfGroupConnection(database, connectionId)
  if (!practices.includes(clinicId)) return null
  const connection = await runJob(clinicId, findUsedGroupConnection)
  if (connection?.id !== connectionId) return null
  const { groupId: ownerId, practiceLevels } = connection
  const ofPractice = { clinicId, groupLevels: groupLevelsIn(practiceLevels, clinicId), defaultLevel: null }
  return { ...connection, ...ofPractice, ownerId, ofGroup: { practices, practiceLevels } }
}
