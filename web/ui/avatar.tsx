import { clsx } from 'clsx'
import { useState } from 'react'

const titles = /^(dr|mr|mrs|ms|miss|mx|prof|professor|sir|dame)\.?$/i

/** First and last initial, without titles: 'Dr Amara N. Okafor' is 'AO'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !titles.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('en-GB')
}

const sizeClass = {
  small: 'size-7 text-xs',
  medium: 'size-9 text-small',
  large: 'size-12 text-lead',
  huge: 'size-20 text-h1',
}

type AvatarProps = {
  name: string
  /** The address of their picture; initials stand in for one that is missing or does not come. */
  photo?: string | null | undefined
  size?: keyof typeof sizeClass | undefined
  className?: string | undefined
}

/** A person's picture or initials. Decoration: the name stands beside it. */
export function Avatar({ name, photo, size = 'medium', className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const classes = clsx('shrink-0 rounded-full bg-brand-soft', sizeClass[size], className)
  if (photo != null && photo !== broken) {
    return (
      <img src={photo} alt="" onError={() => setBroken(photo)} className={clsx(classes, 'object-cover')} />
    )
  }
  return (
    <span aria-hidden className={clsx(classes, 'grid place-items-center font-semibold text-brand-strong')}>
      {initialsOf(name)}
    </span>
  )
}
