/** Behind a balancer each process of a target remembers by itself: after so many messages most of four know a client. */
export const oftenEnough = 6
