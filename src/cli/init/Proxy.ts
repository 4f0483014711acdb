import type { Plan } from './Plan.ts'

/**
 * A configuration of Caddy. It gets and renews the certificate of the service by itself, where the name leads to its machine.
 *
 * @param upstreams where the replicas are, as lines of `reverse_proxy`
 */
export const caddyfile = ({ name }: Plan, upstreams: string): string =>
  `${name} {
	reverse_proxy {
		${upstreams}
		lb_policy least_conn
		lb_try_duration 5s
	}
}
`
