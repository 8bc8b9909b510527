import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/** What opens and closes archives, as the environment holds it. */
export type BackupKeys = {
  /** A public key, `age1…`: whoever has it can write archives and read none. */
  recipient: string | null
  /** The secret key to it, `AGE-SECRET-KEY-1…`: only where something is restored. */
  identity: string | null
  /** Instead of both: the same words close and open. */
  passphrase: string | null
}

/** Writes one archive, and reads that one back. */
export type EncryptionKey = { encrypter: Encrypter; decrypter: Decrypter }

/**
 * What closes an archive. A public key alone could not read what it wrote: a key of this one run is let in too, which
 * nobody keeps.
 */
export async function openEncryptionKey({ recipient, passphrase }: BackupKeys): Promise<EncryptionKey> {
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()]
  if (recipient) {
    const ofThisRun = await generateX25519Identity()
    encrypter.addRecipient(recipient)
    encrypter.addRecipient(await identityToRecipient(ofThisRun))
    decrypter.addIdentity(ofThisRun)
  } else if (passphrase) {
    encrypter.setPassphrase(passphrase)
    decrypter.addPassphrase(passphrase)
  } else {
    throw new BackupError(
      'no-key',
      'Set BACKUP_RECIPIENT or BACKUP_PASSPHRASE: archives are always encrypted.',
    )
  }
  return { encrypter, decrypter }
}

/** What opens an archive. */
export function openDecryptionKey({ identity, passphrase }: BackupKeys): Decrypter {
  const decrypter = new Decrypter()
  if (identity) decrypter.addIdentity(identity)
  else if (passphrase) decrypter.addPassphrase(passphrase)
  else
    throw new BackupError(
      'no-key',
      'Set BACKUP_IDENTITY or BACKUP_PASSPHRASE: what the archive was closed with.',
    )
  return decrypter
}

/** A new pair: the secret key, and the public one that belongs to it. */
export async function generateKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
