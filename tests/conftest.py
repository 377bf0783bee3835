"""One profile for every property test: the same examples each run, and no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "allfives", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("allfives")
