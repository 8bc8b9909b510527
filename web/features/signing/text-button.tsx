import { clsx } from 'clsx'
import { Button, type ButtonProps } from '../../ui/plain/button.tsx'

/** A lesser choice, as a line of text that starts where the text around it starts. */
export function TextButton({ className, ...props }: Omit<ButtonProps, 'variant'>) {
  return <Button {...props} variant="link" className={clsx('-ms-px text-start', className)} />
}
