"""Random play of Pgx's connect four, in an environment that has JAX and Pgx; prints JSON."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import PackageNotFoundError, version

STEPS, REPEATS = 200, 3
BATCHES = (1 << 17, 1 << 20)


def version_of(package: str) -> str | None:
    """Return the version of a package if it was installed as one."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def moves_per_second(batch: int) -> float:
    """Play many tables side by side, all in one compiled loop, and begin anew where one is over."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("connect_four")
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def ply(carry, _):  # type: ignore[no-untyped-def]
        state, key = carry
        key, own, fresh = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(own, logits, axis=-1))
        over = state.terminated
        begun = init(jax.random.split(fresh, batch))

        def chosen(new, old):  # type: ignore[no-untyped-def]
            return jnp.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

        return (jax.tree_util.tree_map(chosen, begun, state), key), None

    @jax.jit
    def play(carry):  # type: ignore[no-untyped-def]
        return jax.lax.scan(ply, carry, None, length=STEPS)[0]

    carry = play((init(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)))
    best = 0.0
    for _ in range(REPEATS):
        begin = time.perf_counter()
        carry = jax.block_until_ready(play(carry))
        best = max(best, batch * STEPS / (time.perf_counter() - begin))
    return best


def main() -> None:
    """Measure with several sizes of batches and print the best."""
    found = {batch: moves_per_second(batch) for batch in BATCHES}
    json.dump(
        {"moves_per_second": max(found.values()), "pgx": version_of("pgx"), "by_batch": found},
        sys.stdout,
    )


if __name__ == "__main__":
    main()
