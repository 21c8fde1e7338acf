// SPDX-License-Identifier: Apache-2.0
// Free-standing C++: constructors before main, virtual functions, templates, new and delete.
#include <stdint.h>
#include <stdio.h>

namespace {
int made = 0;

struct Shape {
    Shape() { made++; }
    virtual ~Shape() { made--; }
    virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};
struct Rectangle : Shape {
    int a, b;
    Rectangle(int x, int y) : a(x), b(y) {}
    int area() const override { return a * b; }
};

template <typename T, unsigned N>
struct Ring {
    T items[N]{};
    unsigned at = 0;
    void push(T v) { items[at++ % N] = v; }
    T sum() const {
        T s{};
        for (T v : items) s += v;
        return s;
    }
};

Square global(9);
}  // namespace

int main() {
    printf("%d %d\n", made, global.area());
    Shape *shapes[4] = {new Square(3), new Rectangle(2, 5), new Square(7), new Rectangle(1, 1)};
    int total = 0;
    for (Shape *s : shapes) total += s->area();
    printf("%d %d\n", total, made);
    for (Shape *s : shapes) delete s;
    Ring<uint64_t, 5> ring;
    for (uint64_t i = 0; i < 12; i++) ring.push(i * i * 1000000007ull);
    printf("%d %llu\n", made, (unsigned long long)ring.sum());
    return 0;
}
