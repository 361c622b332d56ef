/** Path prefix of the lab's ServiceProviders; their scope comes behind it. */
export const providerPrefix = '/service-provider/'

/** Scope of the ServiceProvider that kits name. */
export const defaultScope = 'default'
