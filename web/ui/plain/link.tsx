import { createContext, useContext, type ComponentProps, type ComponentType, type ReactNode } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

const LinkComponent = createContext<ComponentType<LinkProps> | undefined>(undefined)

/** Gives every part below it the router's way of following links; without it they load pages. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<LinkProps>
  children: ReactNode
}) {
  return <LinkComponent value={component}>{children}</LinkComponent>
}

/** A link. Downloads, other windows and `reload` always leave it to the browser. */
export function Link({ reload = false, ...props }: LinkProps & { reload?: boolean | undefined }) {
  const Component = useContext(LinkComponent)
  const byBrowser = reload || props.download !== undefined || props.target !== undefined
  return Component && !byBrowser ? <Component {...props} /> : <a {...props} />
}
