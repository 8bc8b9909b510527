import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { accountFiles } from '../../../contract/account.ts'
import { handleFile, type AccountScope } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { isOnStaff } from '../staff/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { findPhotoOwners } from './account-store.ts'
import { photoTypeOf } from './photo-content.ts'

/** What a picture is stands in its own bytes, so the file's name does not say it. */
export const photoFileName = (photo: string): string => `photos/${photo}.img`

type Deps = Pick<AccountDeps, 'auth' | 'accounts' | 'files' | 'runJob'>

/** Photos of people, each kept under its hash. */
export function profilePhotos({ auth, accounts, files, runJob }: Deps) {
  /** Deletes a photo that nobody has any more. */
  async function drop(photo: string | null): Promise<void> {
    if (photo && (await findPhotoOwners(auth.db, photo)).length === 0)
      await files.remove(photoFileName(photo))
  }

  /** Shown to its owner, to people of the same clinic, and to super administrators. */
  async function isShownTo(scope: AccountScope, photo: string): Promise<boolean> {
    const holders = await findPhotoOwners(auth.db, photo)
    if (holders.includes(scope.userId)) return true
    if (scope.actor.kind === 'admin') return holders.length > 0
    return scope.clinicId !== null && runJob(scope.clinicId, (job) => isOnStaff(job, holders))
  }

  return {
    drop,
    /** Gives an account another photo, or none; what nobody has any more is deleted. */
    async replace(userId: string, before: string | null, bytes: Uint8Array | null): Promise<string | null> {
      const photo = bytes && createHash('sha256').update(bytes).digest('hex')
      if (photo) await files.put(photoFileName(photo), bytes, null)
      await accounts.change(userId, { image: photo })
      if (before !== photo) await drop(before)
      return photo
    },
    file: handleFile(accountFiles.photo, async (scope, { photo }) => {
      const bytes = (await isShownTo(scope, photo)) ? await files.readAll(photoFileName(photo)) : null
      const type = bytes && photoTypeOf(bytes)
      if (!bytes || !type) return refuse('photo-not-found')
      const open = async () => ({ stream: Readable.from([Buffer.from(bytes)]), bytes: bytes.byteLength })
      return { answer: { open, type, name: `photo.${type.slice('image/'.length)}`, etag: photo } }
    }),
  }
}
