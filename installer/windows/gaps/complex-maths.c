/* Complex numbers as the C library of Windows passes them, which Wine 8's ucrtbase.dll lacks; numpy asks for them. */
#include <complex.h>

typedef struct { float real, imag; } Single;
typedef struct { double real, imag; } Double;

#define OPENED(type, z) ({ type complex opened; __real__ opened = (z).real; __imag__ opened = (z).imag; opened; })
#define CLOSED(shape, z) ({ __auto_type result = (z); (shape){__real__ result, __imag__ result}; })

#define COMPLEX(name) \
    Double own_##name(Double z) { return CLOSED(Double, name(OPENED(double, z))); } \
    Single own_##name##f(Single z) { return CLOSED(Single, name##f(OPENED(float, z))); }
#define REAL(name) \
    double own_##name(Double z) { return name(OPENED(double, z)); } \
    float own_##name##f(Single z) { return name##f(OPENED(float, z)); }

COMPLEX(cexp)
COMPLEX(clog)
COMPLEX(csqrt)
COMPLEX(csin)
COMPLEX(ccos)
COMPLEX(ctan)
COMPLEX(csinh)
COMPLEX(ccosh)
COMPLEX(ctanh)
REAL(cabs)
REAL(carg)
REAL(creal)
REAL(cimag)

Double own_cpow(Double base, Double power) { return CLOSED(Double, cpow(OPENED(double, base), OPENED(double, power))); }
Single own_cpowf(Single base, Single power) { return CLOSED(Single, cpowf(OPENED(float, base), OPENED(float, power))); }
