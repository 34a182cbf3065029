import { classNames } from './class-names'

/** The logo: a ticket with the perforation between the stub and the part handed out. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" className={classNames('size-6', className)}>
      <path
        className="fill-accent"
        d="M6 5h20a3 3 0 0 1 3 3v4.5a3.5 3.5 0 0 0 0 7V24a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Z"
      />
      <path stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeDasharray="0.01 4" d="M12 8v16.1" />
      <path stroke="#fff" strokeWidth="2" strokeLinecap="round" d="M17 13h6M17 19h4" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-[0.9375rem] tracking-tight">
      <LogoMark />
      Counterfoil
    </span>
  )
}
