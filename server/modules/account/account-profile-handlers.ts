import { contract } from '../../../contract/index.ts'
import { profile_photo_bytes_max } from '../../../contract/limits.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { AccountTakenError, queueAccountNotice } from '../identity/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'
import { buildAccountView } from './account-view.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { photoTypeOf } from './photo-content.ts'
import { profilePhotos } from './profile-photos.ts'

/** Who somebody is: name, username and photo. */
export function accountProfileHandlers(deps: AccountDeps) {
  const { accounts } = deps
  const photos = profilePhotos(deps)

  return {
    get: handle(contract.account.get, async (scope) => ({ answer: await buildAccountView(deps, scope) })),

    update: handle(contract.account.update, async ({ userId }, { displayName, username: typed }) => {
      const before = await accounts.ofCaller(userId)
      const username = typed === '' ? null : typed.toLowerCase()
      try {
        await accounts.change(userId, { name: displayName, username })
      } catch (error) {
        if (error instanceof AccountTakenError) return refuse('username-taken')
        throw error
      }
      if (username !== before.username) await queueAccountNotice(deps, before.email, 'username')
      const changed = { name: displayName !== before.name, username: username !== before.username }
      return { answer: doneResponse, subject: userId, details: { changed } }
    }),

    setPhoto: handle(contract.account.setPhoto, async ({ userId }, { image }) => {
      const bytes = Buffer.from(image, 'base64')
      if (bytes.byteLength > profile_photo_bytes_max || !photoTypeOf(bytes))
        return refuse(findPictureProblem(bytes) ?? 'photo-refused')
      const { image: before } = await accounts.ofCaller(userId)
      const photo = await photos.replace(userId, before, bytes)
      return { answer: { photo: photo! }, subject: userId, details: { sha256: photo } }
    }),

    removePhoto: handle(contract.account.removePhoto, async ({ userId }) => {
      const { image: before } = await accounts.ofCaller(userId)
      await photos.replace(userId, before, null)
      return { answer: doneResponse, subject: userId }
    }),
  }
}

/** Photos as files. */
export const accountFileHandlers = (deps: AccountDeps) => [profilePhotos(deps).file]
